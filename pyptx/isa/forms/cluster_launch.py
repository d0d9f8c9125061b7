"""Work stealing between clusters (manual sections 9.7.15.18 and 9.7.15.19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.isa.form import form, section

if TYPE_CHECKING:
    from pyptx.isa.form import Form

# fmt: off
FORMS: tuple[Form, ...] = (
    *section(
        "9.7.15.18 clusterlaunchcontrol.try_cancel",
        form("clusterlaunchcontrol.try_cancel.async{.<space>}.mbarrier::complete_tx::bytes{.multicast::cluster::all}.b128",
             "[addr:<space>@shared], [mbar:<space>@shared]", space="shared::cta"),
        effects="asynchronous cancels",
    ),
    *section(
        "9.7.15.19 clusterlaunchcontrol.query_cancel",
        form("clusterlaunchcontrol.query_cancel.is_canceled.pred.b128",             "p=pred,   response:b128!"),
        form("clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128",       "d=b32*4_, response:b128!"),
        form("clusterlaunchcontrol.query_cancel.<coordinate>.b32.b128",             "d=b32,    response:b128!",
             coordinate="get_first_ctaid::x get_first_ctaid::y get_first_ctaid::z"),
    ),
)
# fmt: on
