"""The versions between which a reader of the site switches."""

from __future__ import annotations

import re


def entries(release: str, changelog: str, site: str) -> list[dict[str, str]]:
    """Return the entries of the version menu: this version, then the released ones, newest first.

    Args:
        release: Version of the package that is documented.
        changelog: Text of the changelog; a released version has a heading of its own.
        site: Address below which each version has a folder, without its last slash; empty for a site that
            is not published, which has one version, at the root of a server.
    """
    if not site:
        return [{"version": release, "url": "/"}]
    released = re.findall(r"^## \[?(\d[\w.]*)", changelog, re.MULTILINE)
    numbers = dict.fromkeys((release, *released))
    return [{"version": number, "url": f"{site}/{number}/"} for number in numbers]
