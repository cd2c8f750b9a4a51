"""Commands by which the operator acts on games as moderators do, and on letters that nobody has read; each act tells
first what it would do, and asks.
"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import click

from pbem.adjudicator.context import Refused
from pbem.cli.context import CliContext, Failure, _, example, json_option, pass_office, words, yes_option
from pbem.commands.tokens import ParseError
from pbem.files import user_name
from pbem.intake.operator import Stale
from pbem.lobby.accounts import COMMANDS as PEOPLE
from pbem.mail.spool import Spool
from pbem.moderation.commands import COMMANDS
from pbem.moderation.form_command import About, FormCommand
from pbem.moderation.lines import explained


def commands_about(about: About) -> Iterator[click.Command]:
    """The commands by which the operator does what moderators do to games, disputes or letters."""
    for act in COMMANDS.values():
        if act.for_operator and act.subject()[1].about == about:
            yield _command(act)


def about_games() -> Iterator[click.Command]:
    """The commands by which the operator does what moderators do to games."""
    return commands_about("game")


def about_disputes() -> Iterator[click.Command]:
    """The commands by which the operator rules on disputes."""
    return commands_about("dispute")


def about_letters() -> Iterator[click.Command]:
    """The commands by which the operator does what moderators do to letters."""
    return commands_about("letter")


def about_accounts() -> Iterator[click.Command]:
    """The commands by which the operator looks after people."""
    return map(_command, PEOPLE.values())


def _command(act: type[FormCommand]) -> click.Command:
    """The command that does an act: its fields as arguments and options."""

    @json_option
    @pass_office
    def callback(office: CliContext, /, as_json: bool, yes: bool = not act.is_confirmed, **given: Any) -> None:
        with office.intake.moderators.reading(None) as context:
            try:
                found = act.from_command_line(given, context, words.language)
            except ParseError as error:
                raise Failure(explained(error, act.verb, context).message) from error
            except Refused as refused:
                raise Failure(refused.message) from refused
        _carry_out(office, found, yes, as_json)

    fields = act.fields()
    done = yes_option(callback) if act.is_confirmed else callback
    command = click.command(act.verb, help=_(act.explanation), epilog=_epilog(act))(done)
    command.params = [*(one.parameter(name, words) for name, one in fields.items()), *command.params]
    return command


def _epilog(act: type[FormCommand]) -> str:
    """An example of a command: that of a letter's line, as a shell takes it."""
    about = act.subject()[1].about
    text = act.examples[0].partition(": ")[2] if act.examples else ""
    line = " ".join(("pbem", about, act.verb, *(one.usage for one in act.fields().values())))
    return example(line % {"said": text})


def _carry_out(office: CliContext, act: FormCommand, yes: bool, as_json: bool) -> None:
    """Tell what an act would do, ask, and do it; JSON without --yes only tells. Raises Failure."""
    moderators = office.intake.moderators
    try:
        preview = moderators.preview(None, act)
        data: dict[str, Any] = {"done": False, "sentences": preview.sentences, "warnings": preview.warnings}
        if not yes and not as_json:
            for line in (
                *preview.sentences,
                *(_("Careful: %(warning)s", warning=warning) for warning in preview.warnings),
            ):
                click.echo(line)
            if not click.confirm(_("Do it?")):
                raise Failure(_("Nothing was done."))
        if yes or not as_json:
            data = {
                "done": True,
                "sentences": moderators.carry_out(None, act, preview.state),
                "warnings": preview.warnings,
            }
    except Refused as refused:
        raise Failure(refused.message) from refused
    except Stale as stale:
        raise Failure(_("Nothing was done: things have changed in the meantime. Look again.")) from stale
    if as_json:
        click.echo(json.dumps(data, ensure_ascii=False))
    else:
        click.echo("\n".join(data["sentences"]))


_NUMBER: Final = click.IntRange(1, 2**63 - 1)
_BATCH: Final = 50


@click.command(
    "bring-again",
    help=_(
        "After a restore: bring the emails that came after the backup, from the files in which the server keeps them. "
        "Each that the database does not know is processed by the running server, once."
    ),
    epilog=example("pbem letter bring-again"),
)
@click.option(
    "--from",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help=_("The folder of the files; by default that of the configuration."),
)
@pass_office
def letter_bring_again(office: CliContext, folder: Path | None) -> None:
    """Put the letters of the spool into the inbox that are not known there."""
    letters, found, brought = Spool(folder or office.settings.spool).letters(), 0, 0
    try:
        while batch := list(islice(letters, _BATCH)):
            found += len(batch)
            brought += office.intake.letters.bring_again(batch)
    except PermissionError as error:
        owner = user_name(office.settings.server.data_dir.stat().st_uid)
        raise Failure(
            _(
                "%(path)s cannot be read by this user. Give the emails to the user that the server runs as, by root: "
                "`chown -R %(owner)s: %(folder)s`.",
                path=error.filename,
                owner=owner,
                folder=folder or office.settings.spool,
            )
        ) from error
    click.echo(
        words.plural(
            "%(n)s email of %(found)s was not known, and is brought again.",
            "%(n)s emails of %(found)s were not known, and are brought again.",
            brought,
            found=found,
        )
    )


@click.command(
    "deal",
    help=_(
        "Process an email that was ignored because it looked automatic. It must be from the player whose address it "
        "was sent to."
    ),
    epilog=example("pbem letter deal 12"),
)
@click.argument("letter_id", type=_NUMBER)
@pass_office
def letter_deal(office: CliContext, letter_id: int) -> None:
    """Let an ignored letter wait to be read; the running server deals with it, once."""
    try:
        office.intake.operator.deal_with_letter(letter_id, words)
    except Refused as refused:
        raise Failure(refused.message) from refused
    click.echo(_("Email %(number)s is waiting to be processed.", number=letter_id))
