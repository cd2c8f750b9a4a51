"""What is told of faults in letters to the office, by their codes; those that orders share stand with orders."""

from collections.abc import Mapping
from typing import Final

from pbem.i18n import N_

MESSAGES: Final[Mapping[str, str]] = {
    "which_list": N_('Which list? Name its number, which "lists" shows.'),
    "which_game": N_("Which game? Name its tag, such as e7."),
    "unknown_game": N_('I know no game called "%(word)s". There are: %(games)s.'),
    "missing_game": N_("Which game? There are: %(games)s."),
    "missing_salt": N_("With which words? They are your part of the dice."),
    "missing_guest": N_("Whom? Name a mail address, or a player."),
    "missing_name": N_("Under which name?"),
    "missing_reports": N_("Which: of every turn, mine, or one mail a day?"),
    "missing_reminders": N_("How many hours before? Offered are %(offered)s."),
    "missing_players": N_('For how many players? As in "for 3".'),
    "players_range": N_("A game is for %(least)s to %(most)s players."),
    "said_twice_in_line": N_('"%(word)s" says something that has been said before in this line.'),
    "missing_pace": N_("How much time for a turn? As in 2d or 36h; at most %(most)s days."),
    "missing_weekdays": N_("On which days? As in mo-fr, or mo we fr."),
    "unknown_zone": N_('There is no time zone "%(word)s"; they are named like Europe/Berlin.'),
    "missing_late": N_("What when the time is up? wait, pass, standby, standby pass or bot."),
    "missing_press": N_("May players write to each other? none, signed or anonymous."),
    "unknown_variant": N_('There is no variant "%(word)s" in this game. There are: %(known)s.'),
    "unknown_command": N_('"%(word)s" is nothing I know.'),
    "order_in_a_game": N_("This looks like an order in a game. Answer the mail about that game with it."),
    "too_many_commands": N_("One letter can ask for %(most)s things."),
    "long_line": N_("The line is longer than %(most)s characters."),
    "long_letter": N_("The letter is longer than %(lines)s lines."),
}
