"""The recipes of the host's guide, taken out of it so that tests can follow them to the letter."""

import re
from collections.abc import Mapping
from pathlib import Path

from mailservers_kit import HOST, PASSWORD, Dovecot, Exim

_RECIPE = re.compile(r"^```\w+ (\S+) (\S+)\n(.*?)^```\n", re.DOTALL | re.MULTILINE)


def recipe(checkout: Path, name: str, file: str, replaced: Mapping[str, str]) -> str:
    """A recipe's block for a file, with what differs from machine to machine replaced, all of which it must hold."""
    page = (checkout / "pbem" / "guide" / "host-mail.md").read_text("utf-8")
    blocks = {(found[1], found[2]): found[3] for found in _RECIPE.finditer(page)}
    text = blocks[name, file]
    missing = [here for here in replaced if here not in text]
    assert not missing, f"the recipe {name} says nothing of {missing}"
    # All at once, since what is put in, such as a port, may hold what is replaced elsewhere.
    longest_first = sorted(map(re.escape, replaced), key=len, reverse=True)
    return re.sub("|".join(longest_first), lambda found: replaced[found[0]], text) if replaced else text


def one_mailbox(checkout: Path, exim: Exim, dovecot: Dovecot, plus: str = "false") -> str:
    """The recipe for a club at railroad@provider.test, whose letters Exim brings to Dovecot; makes that mailbox."""
    with dovecot.mailbox("railroad").open() as box:
        box.folder.create("Junk")
    exim.route("provider.test", dovecot.lmtp, "lmtp")
    here = {
        "@mail.example": "@provider.test",
        "imap.mail.example": HOST,
        "smtp.mail.example": HOST,
        "993": str(dovecot.imaps),
        "587": str(exim.submission),
        "a secret": PASSWORD,
        "plus = false": f"plus = {plus}",
    }
    return recipe(checkout, "mailbox", "pbem.toml", here)


def edit(config: Path, block: str) -> None:
    """Write a block into a configuration as a person does: each line in its place, where the file explains it."""
    lines, table = config.read_text("utf-8").splitlines(), 0
    for line in filter(None, block.splitlines()):
        is_table = line.startswith("[")
        start, begins = (0, line) if is_table else (table + 1, f"{line.partition('=')[0]}=")
        at = next(at for at in range(start, len(lines)) if lines[at].removeprefix("#").startswith(begins))
        assert is_table or not any(between.removeprefix("#").startswith("[") for between in lines[start:at]), line
        lines[at], table = line, at if is_table else table
    config.write_text("\n".join((*lines, "")), "utf-8")
