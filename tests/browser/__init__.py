"""The pages as people use them: a whole server, and a real Chromium that visits it.

    make test                               # finds or installs Chromium, and runs these with all others
    .venv/bin/pytest tests/browser          # these alone, with the Chromium that `.ci/browser --find` prints
    PBEM_CHROMIUM=/path/to/chromium .venv/bin/pytest tests/browser

A test takes `site`, the server with its games and mails, and a page: `desktop`, `phone`, or any other of `windows`. It
fails at its end when one of its pages broke the Content-Security-Policy, wrote an error to the console, or loaded what
is not there.
"""
