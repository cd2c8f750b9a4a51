"""The guides by reader: Markdown files of this folder, shown on the website and by `pbem guide`."""

from pbem.guide.guides import PICTURES, READERS, UNITS, GuidePage, guides, nearest, units

__all__ = ["PICTURES", "READERS", "UNITS", "GuidePage", "guides", "nearest", "units"]
