"""The guides by reader: Markdown files of this folder, shown on the website and by `pbem guide`."""

from pbem.guide.guides import PICTURES, READERS, GuidePage, guides, nearest

__all__ = ["PICTURES", "READERS", "GuidePage", "guides", "nearest"]
