"""``python -m pyptx``: the same as ``pyptx``."""

from pyptx.cli import main

if __name__ == "__main__":
    main()
