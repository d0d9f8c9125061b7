"""The cache on file systems as they are met: other things than files, no room, no permission, no home."""

from __future__ import annotations

import errno
import logging
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from pyptx import ToolError
from pyptx.cli import main
from pyptx.toolchain import cache
from pyptx.toolchain.ptxas import assemble
from pyptx.toolchain.scratch import scratch

if TYPE_CHECKING:
    from collections.abc import Callable

NAME = "abcd"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the entry `NAME` is."""
    monkeypatch.setenv("PYPTX_CACHE_DIR", str(tmp_path / "cache"))
    cache._warn_unwritable.cache_clear()
    path = tmp_path / "cache" / "ab" / NAME
    path.parent.mkdir(parents=True)
    return path


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 41)


def bind(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        home = Path.cwd()
        os.chdir(path.parent)  # names of sockets are short
        try:
            server.bind(path.name)
        finally:
            os.chdir(home)


THINGS: dict[str, Callable[[Path], object]] = {
    "a pipe": lambda path: os.mkfifo(path),
    "a link to itself": lambda path: path.symlink_to(path),
    "a link to nothing": lambda path: path.symlink_to("nothing"),
    "a device without end": lambda path: path.symlink_to("/dev/zero"),
    "a device without contents": lambda path: path.symlink_to("/dev/null"),
    "a socket": bind,
    "a file beyond all memory": sparse,
}


@pytest.mark.skipif(os.name != "posix", reason="needs pipes and links")
@pytest.mark.parametrize("thing", THINGS)
def test_what_is_no_entry_is_written_over(thing: str, place: Path) -> None:
    THINGS[thing](place)
    assert cache.load(NAME) is None
    assert not any(entry.is_intact() for entry in cache.entries())
    cache.prune()
    cache.store(NAME, b"code")
    assert cache.load(NAME) == b"code"
    assert [entry.is_intact() for entry in cache.entries()] == [True]


def test_a_folder_in_place_of_an_entry_is_left(place: Path, caplog: pytest.LogCaptureFixture) -> None:
    (place / "something").mkdir(parents=True)
    assert cache.load(NAME) is None
    cache.store(NAME, b"code")
    assert "nothing is cached" in caplog.text
    assert cache.load(NAME) is None
    assert list(place.parent.iterdir()) == [place], "and nothing is left beside it"


@pytest.mark.parametrize("folder", ["/dev/null/x", "x" * 300, "link"])
def test_folders_that_cannot_be(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    if folder == "link":
        folder = str(tmp_path / "link")
        os.symlink(folder, folder)
    monkeypatch.setenv("PYPTX_CACHE_DIR", folder)
    cache.store(NAME, b"code")
    assert "nothing is cached in" in caplog.text
    assert cache.load(NAME) is None
    assert list(cache.entries()) == []
    assert cache.prune() == 0


def test_the_home_of_the_user_is_spelled_as_in_a_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PYPTX_CACHE_DIR", "~/kept")
    cache.store(NAME, b"code")
    assert (tmp_path / "kept" / "ab" / NAME).is_file()


def test_a_user_without_home(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def nowhere(*args: Any, **words: Any) -> str:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr("platformdirs.user_cache_dir", nowhere)
    monkeypatch.delenv("PYPTX_CACHE_DIR")
    cache._user_cache.cache_clear()
    try:
        cache.store(NAME, b"code")
        assert cache.load(NAME) is None
        assert list(cache.entries()) == []
    finally:
        cache._user_cache.cache_clear()
    assert "unless PYPTX_CACHE_DIR names a folder: could not determine the home directory" in caplog.text


@pytest.mark.parametrize("function", ["mkstemp", "fdopen", "replace", "mkdir"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.ENOLCK, errno.EIO])
def test_every_step_of_a_store_may_fail(
    function: str, number: int, place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*args: Any, **words: Any) -> Any:
        raise OSError(number, os.strerror(number))

    owner = {"mkstemp": "tempfile", "mkdir": "Path"}.get(function, "os")
    with monkeypatch.context() as broken:
        broken.setattr(f"pyptx.toolchain.cache.{owner}.{function}", fail)
        cache.store(NAME, b"code")
    assert os.strerror(number) in caplog.text
    assert list(place.parent.iterdir()) == []
    cache.store(NAME, b"code")
    assert cache.load(NAME) == b"code"


def test_a_disk_that_fills_up_on_the_way(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = (
        "import resource, signal\n"
        "from pyptx.toolchain import cache\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        f"cache.store({NAME!r}, bytes(100000))\n"
        f"assert cache.load({NAME!r}) is None\n"
    )
    pytest.importorskip("resource")
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
    assert list(place.parent.iterdir()) == []


def test_a_cache_that_is_read_only_is_read(
    place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*args: Any, **words: Any) -> Any:
        raise OSError(errno.EROFS, "Read-only file system")

    cache.store(NAME, b"code")
    os.utime(place, (0, 0))
    for name in ("tempfile.mkstemp", "os.utime", "os.replace"):
        monkeypatch.setattr(f"pyptx.toolchain.cache.{name}", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    assert cache.load(NAME) == b"code"
    cache.store("ef01", b"more")
    monkeypatch.setenv("PYPTX_CACHE_BYTES", "1")
    assert cache.prune() == 0
    assert "cannot remove the cache entry" in caplog.text
    runner = CliRunner()
    done = runner.invoke(main, ["cache", "clear"])
    assert (done.exit_code, "0 entries removed; 1 cannot be" in done.output) == (3, True)
    place.write_bytes(b"other")
    done = runner.invoke(main, ["cache", "verify"])
    assert (done.exit_code, "was damaged, and cannot be removed" in done.output) == (1, True)


def test_one_store_of_64_prunes_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    pruned = []
    monkeypatch.setattr(cache, "prune", lambda: pruned.append(1))
    for _ in range(128):
        cache.store(NAME, b"code")
    assert len(pruned) == 2


def test_an_entry_that_cannot_be_removed_is_not_counted_as_room(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for time_of_use, name in enumerate((NAME, "cdef", "ef01")):
        cache.store(name, bytes(100))
        path = place.parent.parent / name[:2] / name
        os.utime(path, (time_of_use, time_of_use))
    size = place.stat().st_size
    remove = Path.unlink

    def refuse(path: Path, **words: Any) -> None:
        if path == place:
            raise OSError(errno.EBUSY, "Device or resource busy")
        remove(path, **words)

    monkeypatch.setattr(Path, "unlink", refuse)
    monkeypatch.setenv("PYPTX_CACHE_BYTES", str(int(2.6 * size)))
    assert cache.prune() == 1
    assert {entry.name for entry in cache.entries()} == {NAME, "ef01"}


def test_a_clock_that_goes_backwards(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.store(NAME, b"code")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 86400)
    assert cache.load(NAME) == b"code"
    cache.store("ef01", b"code")
    cache.prune()
    assert {entry.name for entry in cache.entries()} == {NAME, "ef01"}
    shown = CliRunner().invoke(main, ["cache", "ls"]).output
    assert "-" not in shown.partition(" entries")[0]


def test_the_folder_goes_away_between(place: Path, caplog: pytest.LogCaptureFixture) -> None:
    cache.store(NAME, b"code")
    shutil.rmtree(place.parent.parent)
    with caplog.at_level(logging.WARNING):
        assert cache.load(NAME) is None
    cache.store(NAME, b"code")
    assert cache.load(NAME) == b"code"
    assert caplog.text == ""


def test_processes_publish_evict_and_load_one_entry(place: Path) -> None:
    script = (
        "import os\n"
        "from pyptx.toolchain import cache\n"
        "for number in range(150):\n"
        f"    cache.store({NAME!r}, bytes(9999))\n"
        f"    found = cache.load({NAME!r})\n"
        "    assert found in (None, bytes(9999)), len(found)\n"
        "    if number % 10 == 0: cache.prune()\n"
    )
    environment = {**os.environ, "PYPTX_CACHE_BYTES": "1"}
    running = [
        subprocess.Popen([sys.executable, "-c", script], env=environment, stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    assert [process.communicate(timeout=60)[1] for process in running] == [b""] * 3
    assert [path for path in place.parent.iterdir() if path.name.startswith(".")] == []


def test_temporary_files_without_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*args: Any, **words: Any) -> str:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found")

    monkeypatch.setattr("tempfile.mkdtemp", nowhere)
    with pytest.raises(ToolError, match=r"No usable temporary directory(.|\n)*TMPDIR"), scratch():
        pass


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs users and groups")
def test_other_users_cannot_write_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PYPTX_CACHE_DIR", str(tmp_path / "new" / "cache"))
    before = os.umask(0)
    try:
        cache.store(NAME, b"mine")
    finally:
        os.umask(before)
    (entry,) = cache.entries()
    places = (tmp_path / "new", cache.directory(), entry.path.parent, entry.path)
    assert [path.stat().st_mode & 0o777 for path in places] == [0o700, 0o700, 0o700, 0o600]
    assert cache.load(NAME) == b"mine"
    entry.path.chmod(0o666)
    assert cache.load(NAME) is None
    assert "another user may have written it" in caplog.text
    cache.store(NAME, b"mine")
    assert cache.load(NAME) == b"mine"
    if os.geteuid() == 0:
        os.chown(entry.path, 12345, -1)
        assert cache.load(NAME) is None


def test_an_entry_renamed_to_another_is_not_that() -> None:
    cache.store(NAME, b"code")
    (entry,) = cache.entries()
    other = NAME[:2] + "0" * len(NAME[2:])
    entry.path.rename(entry.path.with_name(other))
    assert cache.load(other) is None


@pytest.mark.ptxas
@pytest.mark.parametrize(
    "header", [b"[" * 100_000, b"{}", b'{"functions": {"f": {"x": 1}}, "warnings": []}', b"\xff"]
)
def test_an_entry_of_other_contents_is_made_again(header: bytes) -> None:
    text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry e() { ret; }\n"
    code = assemble(text, "sm_80").cubin
    (entry,) = cache.entries()
    cache.store(entry.name, header + b"\n" + code)
    assert assemble(text, "sm_80").cubin == code
    stored = cache.load(entry.name)
    assert stored is not None
    assert not stored.startswith(header)
