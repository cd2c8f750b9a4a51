"""A disk of a test's own, which can be full."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def disk(folder: Path, size: int) -> Iterator[Path]:
    """A filesystem of its own with room for so many bytes. Skips where none can be mounted."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a filesystem here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def make_read_only(folder: Path) -> None:
    """Let nobody write to a disk any more, as a system does where it fails."""
    subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
