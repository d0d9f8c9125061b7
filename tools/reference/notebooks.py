"""The lessons as notebooks: a file beside each page of the site, and links to it at the head of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyptx.late import late

if TYPE_CHECKING:
    from pathlib import Path

jupytext = late("jupytext")
FORMAT = "py:percent"
BINDER = "https://mybinder.org/v2/gh/{repository}/HEAD?urlpath=lab/tree/docs/learn/{name}.py"
BADGE = "https://mybinder.org/badge_logo.svg"


def with_links(text: str, name: str, repository: str = "") -> str:
    r"""Return a lesson with links to its notebook below the title.

    Args:
        text: The lesson in the percent format; the first line after its title is empty.
        name: Name of the file, without ``.py``.
        repository: Owner and name of a public repository, from which a free CPU notebook is opened; without
            one there is no badge for that.

    >>> print(with_links("# %% [markdown]\n# # 1. Sum\n#\n# **Why?**\n", "01_sum"))
    # %% [markdown]
    # # 1. Sum
    #
    # <a href="01_sum.ipynb" download>Download this lesson as a notebook</a>; it needs no GPU.
    #
    # **Why?**
    <BLANKLINE>
    """
    links = f'<a href="{name}.ipynb" download>Download this lesson as a notebook</a>; it needs no GPU.'
    if repository:
        address = BINDER.format(repository=repository, name=name)
        links = f'<a href="{address}"><img alt="Open in a free CPU notebook" src="{BADGE}"></a> {links}'
    title, _, rest = text.partition("\n#\n")
    return f"{title}\n#\n# {links}\n#\n{rest}"


def write(lessons: Path, folder: Path) -> None:
    """Write the notebook of each lesson into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(lessons.glob("*.py")):
        notebook = jupytext.reads(path.read_text(encoding="utf-8"), fmt=FORMAT)
        jupytext.write(notebook, folder / f"{path.stem}.ipynb")
