"""A world for each test that needs one."""

from adjudicator.conftest import world

__all__ = ["world"]
