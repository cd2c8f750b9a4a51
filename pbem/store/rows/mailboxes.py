"""Folders of a mailbox in which letters are looked for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MailboxFolderRow:
    """A folder in its present numbering; letters that came before `since_ms` are left alone."""

    id: int
    since_ms: int
