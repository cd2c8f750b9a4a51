"""Files of the server's own: nobody else may read them, whatever the umask, and each is there whole or not at all."""

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from pbem.files import (
    PARTIAL,
    close_to_others,
    copy_private,
    make_folder,
    open_private,
    open_to_others,
    scratch,
    write_whole,
)
from pbem.store import Database, create, put_in_place


@pytest.fixture(params=[0o022, 0o000, 0o027], ids=["022", "000", "027"], autouse=True)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_what_is_made_belongs_to_its_owner_alone(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    for flags in (os.O_WRONLY | os.O_APPEND, os.O_WRONLY | os.O_APPEND, os.O_WRONLY | os.O_TRUNC):
        with open_private(tmp_path / "a" / "c", flags) as file:
            file.write(b"x")
    copy_private(tmp_path / "a" / "c", tmp_path / "a" / "d")
    write_whole(tmp_path / "a" / "e", b"x")
    assert [mode_of(tmp_path / "a" / name) for name in (".", "b", "c", "d", "e")] == [0o700, 0o700, *[0o600] * 3]
    assert (tmp_path / "a" / "d").read_bytes() == b"x"
    assert list(open_to_others(tmp_path / "a")) == []


def test_a_folder_that_was_there_stays_as_it_is_and_a_file_is_none(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir(0o777)
    before = mode_of(tmp_path / "a")
    make_folder(tmp_path / "a" / "b")
    assert mode_of(tmp_path / "a") == before
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        make_folder(tmp_path / "file" / "b")


def test_a_picture_for_everybody_is_as_open_as_the_umask_lets_it(tmp_path: Path) -> None:
    umask = os.umask(0)
    os.umask(umask)
    write_whole(tmp_path / "map.png", b"x", mode=0o666)
    assert mode_of(tmp_path / "map.png") == 0o666 & ~umask


def test_a_file_is_replaced_whole_and_a_link_stays_one(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink() and target.read_bytes() == b"new"
    with pytest.raises(FileExistsError):
        write_whole(target, b"newer", replacing=False)
    with pytest.raises(FileExistsError):
        write_whole(link, b"newer", replacing=False)
    assert target.read_bytes() == b"new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "target"]


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    pipe, received = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"picture")
    reader.join()
    assert received == [b"picture"] and pipe.is_fifo()


def test_where_there_are_no_hard_links_a_file_is_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def without_links(_path: Path, _target: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", without_links)
    write_whole(tmp_path / "a", b"1", replacing=False)
    with pytest.raises(FileExistsError):
        write_whole(tmp_path / "a", b"2", replacing=False)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"1")]


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    for path in (tmp_path / "no" / "file", tmp_path / "taken"):
        with pytest.raises(OSError, match=r".+"):
            write_whole(path, b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


@dataclass
class Disk:
    """What is on the disk, as far as this process has asked for it, and what was given a place, in their order."""

    steps: list[tuple[str, str, int]] = field(default_factory=list)
    """What was done to which file or folder, and how many bytes it had then."""

    def sync(self, handle: int) -> None:
        """Note a file or a folder that is had on the disk."""
        path = Path(f"/proc/self/fd/{handle}").readlink()
        self.steps.append(("synced", path.name, os.fstat(handle).st_size if path.is_file() else 0))

    def placing(self, place: Callable[..., None]) -> Callable[..., None]:
        """Place a file as usual, and note it."""

        def noting(source: Path, target: Path, **options: Any) -> None:
            place(source, target, **options)
            self.steps.append(("placed", Path(target).name, Path(target).stat().st_size))

        return noting


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()
    monkeypatch.setattr(os, "fsync", disk.sync)
    for name in ("link", "rename", "replace"):
        monkeypatch.setattr(os, name, disk.placing(getattr(os, name)))
    return disk


@pytest.mark.parametrize("way", ["replaced", "new", "new, without links", "copied"])
def test_a_file_is_whole_on_the_disk_before_it_has_its_place_and_its_place_is_before_anybody_relies_on_it(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """Else a power cut leaves an empty file, half of one, or none, where the caller was told that it is there."""
    folder, path = tmp_path.name, tmp_path / "file"
    if way == "copied":
        path.write_bytes(b"x" * 50)
        copy_private(path, tmp_path / "copy")
        assert disk.steps == [("synced", "copy", 50)]
        return
    if way == "new, without links":
        refusal = OSError(errno.EPERM, "Operation not permitted")
        monkeypatch.setattr(Path, "hardlink_to", Mock(side_effect=refusal))
    write_whole(path, b"x" * 50, replacing=way == "replaced")
    assert disk.steps == [("synced", "file", 50), ("placed", "file", 50), ("synced", folder, 0)]


def test_a_copy_of_a_database_and_one_put_in_its_place_are_on_the_disk(tmp_path: Path, disk: Disk) -> None:
    create(tmp_path / "a.db")
    with Database(tmp_path / "a.db") as database:
        disk.steps.clear()
        database.copy_to(tmp_path / "b.db")
    size = (tmp_path / "b.db").stat().st_size
    placed = [("synced", "b.db", size), ("placed", "b.db", size), ("synced", tmp_path.name, 0)]
    assert disk.steps == placed
    disk.steps.clear()
    put_in_place(tmp_path / "a.db", tmp_path / "b.db")
    assert disk.steps[-2:] == [("placed", "a.db", size), ("synced", tmp_path.name, 0)]


def test_what_a_killed_writer_leaves_is_cleared_by_the_next_and_that_of_a_living_one_is_not(tmp_path: Path) -> None:
    killed = (
        "import os, sys; from pathlib import Path; from pbem.files import scratch\n"
        "with scratch(Path(sys.argv[1])) as folder:\n"
        "    (folder / 'secret').write_text('x')\n"
        "    os.kill(os.getpid(), 9)"
    )
    (tmp_path / f"{PARTIAL}mine").touch()
    with scratch(tmp_path) as living:
        assert subprocess.run([sys.executable, "-c", killed, tmp_path], check=False).returncode == -9
        (left,) = set(tmp_path.iterdir()) - {living, tmp_path / f"{PARTIAL}mine"}
        assert left.name.startswith(PARTIAL) and mode_of(left) == 0o700
        write_whole(tmp_path / "a", b"x")
        assert set(tmp_path.iterdir()) == {living, tmp_path / "a", tmp_path / f"{PARTIAL}mine"}
    assert not living.exists()


def test_what_is_open_to_others_is_found_and_closed(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    make_folder(folder)
    (folder / "mail").touch()
    (folder / "mail").chmod(0o640)
    (folder / "box").mkdir()
    (folder / "box").chmod(0o711)
    (folder / "link").symlink_to("/etc/passwd")
    assert list(open_to_others(folder)) == [folder / "box", folder / "mail"]
    assert list(open_to_others(folder, 0o007)) == [folder / "box"]
    for path in open_to_others(folder):
        close_to_others(path)
    assert (mode_of(folder / "box"), mode_of(folder / "mail")) == (0o700, 0o600)
    assert list(open_to_others(folder)) == []
