"""From a request to its consequences: the order of steps, one transaction for each request."""

from pbem.adjudicator.service import Adjudicator, Answer

__all__ = ["Adjudicator", "Answer"]
