"""The site of these pages: ``python tools/check.py site`` builds it into ``build/site``."""

project = "pyptx"
extensions = ["myst_parser", "sphinx_copybutton", "sphinx_llm.txt"]
exclude_patterns = ["_static"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4

llms_txt_description = (
    "Write NVIDIA PTX kernels in Python, one call one instruction; run them on a GPU or a simulator."
)
llms_txt_nested_enabled = False
llms_txt_suffix_mode = "replace"

html_theme = "pydata_sphinx_theme"
html_title = "pyptx"
html_static_path = ["_static"]
html_css_files = ["style.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "collapse_navigation": True,
    "header_links_before_dropdown": 6,
    "navigation_depth": 3,
    "show_nav_level": 1,
    "show_prev_next": False,
}
# A page of an instruction or a rule needs its own contents; the list of 300 neighbours is the index.
html_sidebars = {"isa/*": [], "rules/*": []}
copybutton_exclude = ".linenos, .gp, .go"
