"""The sources of the corpus are for compilers, not for pytest."""

collect_ignore_glob = ["sources/*", "make.py"]
