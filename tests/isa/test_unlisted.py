"""Instructions of PTX that no row has yet are told from words that PTX does not have."""

from pyptx.isa import explain_unlisted, form, unlisted

COPY = form("cp.async.<cop>.shared.global", "[dst], [src], size:imm(4|8|16)", cop="ca cg")
BULK = form("cp.async.bulk.commit_group")


def test_the_words_without_a_row_are_named() -> None:
    assert unlisted("cp", ("async", "bulk", "tensor"), (COPY,)) == "cp.async.bulk"
    assert unlisted("wgmma", ("fence", "sync"), ()) == "wgmma"


def test_a_row_lists_them() -> None:
    assert unlisted("cp", ("async", "bulk", "wait_group"), (COPY, BULK)) is None
    assert unlisted("cp", ("async", "ca"), (COPY,)) is None


def test_words_that_ptx_does_not_have_are_not_claimed() -> None:
    assert unlisted("frobnicate", (), ()) is None
    assert unlisted("add", ("u33",), ()) is None


def test_the_way_around_is_named() -> None:
    assert explain_unlisted("wgmma").endswith("no row here yet; ptx.raw writes it unverified")
