"""The reference pages of ``docs/isa``: one for each instruction, and the indexes over them."""
