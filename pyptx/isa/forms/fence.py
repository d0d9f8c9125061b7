"""Memory fences (manual section 9.7.15.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.form import form, section
from pyptx.isa.vocabulary import SCOPE

if TYPE_CHECKING:
    from pyptx.isa.form import Form

_ONE_WAY = "tensormap::generic"
_FABRIC = "generic::fabric fabric::generic fabric::fabric"

# fmt: off
FORMS: tuple[Form, ...] = (
    *section(
        "9.7.15.4 fence",
        form("fence{.<sem>}.<scope>", sem="sc acq_rel acquire release", scope=SCOPE),
        form("fence.acquire.sync_restrict::shared::cluster.cluster"),
        form("fence.release.sync_restrict::shared::cta.cluster"),
        form("fence.mbarrier_init.release.cluster"),
        form("fence.alias.sync_restrict::read.release.sys"),
        form("fence.proxy.<kind>", kind="alias async"),
        form("fence.proxy.alias.<sem>.sys", sem="acquire release"),
        form("fence.proxy.async.<space>", space="global shared::cta shared::cluster"),
        form("fence.proxy.<proxies>.release.<scope>", proxies=_ONE_WAY, scope=SCOPE),
        form("fence.proxy.<proxies>.acquire.<scope>", "[addr], size:imm(128)", proxies=_ONE_WAY, scope=SCOPE),
        form("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster"),
        form("fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster"),
        form("fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.<scope>", scope="cta cluster"),
        form("fence.proxy.<proxies>.alias.<sem>.sys", proxies=_FABRIC, sem="acquire release"),
    ),
    *section(
        "9.7.15.4 membar",
        form("membar.<level>", level="cta gl sys"),
        form("membar.proxy.<kind>", kind="alias async"),
    ),
)
# fmt: on
