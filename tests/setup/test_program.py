"""`python -m pbem` is the program `pbem`."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(sys.executable).parent / "pbem"


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(("--help",), 0), pytest.param(("doctor",), 1, marks=pytest.mark.soak)],
    ids=str,
)
def test_run_as_a_module_it_prints_the_same_and_ends_alike(
    arguments: tuple[str, ...], status: int, tmp_path: Path
) -> None:
    installed, module = (
        subprocess.run([*program, *arguments], cwd=tmp_path, capture_output=True, text=True)
        for program in ([str(PROGRAM)], [sys.executable, "-m", "pbem"])
    )
    assert (module.returncode, module.stdout, module.stderr) == (status, installed.stdout, installed.stderr)
    assert installed.returncode == status
