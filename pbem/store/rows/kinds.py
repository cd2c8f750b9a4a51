"""The words that columns hold."""

from typing import Final, Literal, TypeAlias

Bot: TypeAlias = Literal["heuristic", "random"]
GameStatus: TypeAlias = Literal["playing", "over"]
LetterStatus: TypeAlias = Literal["new", "done", "ignored", "shunted"]
MailKind: TypeAlias = Literal[
    "report", "answer", "sign-in", "reminder", "notice", "address", "press", "digest", "lobby", "moderation"
]
"""A mail of kind "address" is about its player's address itself, and goes nowhere but where it was written to."""
MailStatus: TypeAlias = Literal["due", "sent", "failed"]
MailFormat: TypeAlias = Literal["html", "text"]
Reports: TypeAlias = Literal["all", "mine", "daily"]
"""Which reports a player is mailed: all; those when a game begins, when it is his turn, and its end; or one mail a day
with what happened in all of his games."""
Came: TypeAlias = Literal["began", "replaced", "returned"]
Left: TypeAlias = Literal["resigned", "late", "missing", "removed"]
"""How a player leaves a seat; who is "missing" was given up on by those who waited for them."""
PlayedBy: TypeAlias = Literal["player", "standing", "pass", "bot"]
"""Who ended a turn: the player, his standing orders, the server, or a bot."""
ListStatus: TypeAlias = Literal["open", "full", "started", "expired", "closed"]
"""A list that is full, and has not started, waits for a public round that its dice are drawn with."""
OfferStatus: TypeAlias = Literal["open", "taken", "declined", "lapsed"]
DisputeStatus: TypeAlias = Literal["open", "ruled", "withdrawn", "lapsed"]
"""A dispute that nobody rules on in time lapses: what was played stands."""
Verdict: TypeAlias = Literal["uphold", "amend", "rollback"]
"""What a ruling does: what was played stands, is corrected, or is taken back."""
ProposalStatus: TypeAlias = Literal["open", "agreed", "refused", "withdrawn", "lapsed"]
REMINDERS: Final = (168, 72, 48, 24, 12, 6, 2, 0)
"""The distances from a deadline, in hours, at which a player may choose to be reminded."""
AutoSubmitted: TypeAlias = Literal["auto-generated", "auto-replied"]
"""The value of a mail's Auto-Submitted header (RFC 3834)."""
