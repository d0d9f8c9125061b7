"""isa/forms."""
