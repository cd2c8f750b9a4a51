"""Letters that a fuzzer makes of real ones, led by the branches they take: none breaks the reader or its limits."""

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SECONDS = 180


@pytest.mark.soak
def test_a_fuzzer_finds_no_letter_that_breaks_the_reader(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("atheris has no wheel for this Python and machine")
    corpus = tmp_path / "corpus"
    shutil.copytree(HERE / "letters", corpus, ignore=shutil.ignore_patterns("*.txt"))
    done = subprocess.run(
        [
            sys.executable, str(HERE / "fuzz.py"), f"-max_total_time={SECONDS}", f"-dict={HERE / 'fuzz.dict'}",
            "-max_len=16384", "-timeout=10", "-rss_limit_mb=1024", "-print_final_stats=1",
            f"-artifact_prefix={tmp_path}/", str(corpus),
        ],
        cwd=HERE.parents[1], capture_output=True, text=True, errors="replace", check=False, timeout=SECONDS + 300,
    )  # fmt: skip
    found = [path for path in tmp_path.iterdir() if path.is_file()]
    text = "\n\n".join(
        [done.stdout[-3_000:], done.stderr[-3_000:], *(repr(path.read_bytes()[:2_000]) for path in found)]
    )
    assert not found, text
    assert done.returncode == 0, text
    runs = re.search(r"number_of_executed_units: (\d+)", done.stderr)
    coverage = re.findall(r"cov: (\d+) ft: (\d+)", done.stderr)
    assert runs and coverage, text
    before, after = coverage[0], coverage[-1]
    with capsys.disabled():
        sys.stdout.write(f"\n{runs[1]} letters read, from {before[0]} branches to {after[0]}, {after[1]} features\n")
