"""Plays the golden scenarios and writes down what comes of them."""

import sys
import tempfile
from pathlib import Path

from pbem.cli.server import set_up_logging
from pbem.config import Log

from .scenario import path_of, played, read_script, scenarios

set_up_logging(Log(level="warning"))
for name in sys.argv[1:] or scenarios():
    with tempfile.TemporaryDirectory() as folder:
        text = played(read_script(path_of(name).read_text(encoding="utf-8")), Path(folder))
    path_of(name).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{name}: {len(text.splitlines())} lines\n")
