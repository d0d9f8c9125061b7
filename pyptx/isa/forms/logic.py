"""logic."""

from pyptx.isa.form import Form

FORMS: tuple[Form, ...] = ()
