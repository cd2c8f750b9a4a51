"""Show the guides on a terminal."""

import shutil
from typing import Any

import click

from pbem.cli.context import _, example, words
from pbem.guide import READERS, guides, nearest, units


class _Topic(click.ParamType[str]):
    name = "topic"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The topic or file as it is written. Fails with the nearest one where there is none of this name."""
        if value in units():
            return str(value)
        topic = str(value).lower().removesuffix(".md")
        if topic in guides():
            return topic
        sentence = _("There is no guide %(topic)s.", topic=value)
        near = nearest(topic)
        hint = _("Did you mean %(topic)s?", topic=near) if near else _("`pbem guide` lists them.")
        raise click.BadParameter(f"{sentence} {hint}", ctx, param)


@click.command(
    help=_(
        "Show a guide: about playing, moderating, hosting and more. Without a topic, list them all. The files that a "
        "guide for hosts names are printed as they are."
    ),
    epilog=example("pbem guide host"),
)
@click.argument("topic", type=_Topic(), required=False)
def guide(topic: str | None) -> None:
    """Show a guide, through a pager where the output is a terminal, or the list of all; print a file."""
    if topic is None:
        click.echo(_listed(), nl=False)
        return
    if topic in units():
        click.echo(units()[topic].read_text(encoding="utf-8"), nl=False)
        return
    from pbem.guide.guides import WIDTH, text_of

    click.echo_via_pager(text_of(guides()[topic], min(WIDTH, shutil.get_terminal_size().columns)))


def _listed() -> str:
    formatter = click.HelpFormatter(width=80)
    for reader, topics in READERS.items():
        with formatter.section(words.text(reader)):
            formatter.write_dl([(topic, guides()[topic].title) for topic in topics])
    return formatter.getvalue().lstrip() + "\n" + _("`pbem guide TOPIC` shows one.") + "\n"
