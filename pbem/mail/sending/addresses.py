"""The address that mails come from which nobody is to answer."""

from typing import Final

NO_REPLY: Final = "noreply"
"""Its local part. Only reports of mail systems are taken there."""
