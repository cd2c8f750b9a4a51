"""Long lists, a page at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from flask import request

T = TypeVar("T")


@dataclass(frozen=True)
class ListPage(Generic[T]):
    """A stretch of a list: its items, its number from 1, how many pages and how many items there are in all."""

    items: Sequence[T]
    number: int
    pages: int
    total: int


def page(everything: Sequence[T], size: int, named: str = "page") -> ListPage[T]:
    """The page whose number the request gives; the nearest there is where it gives none.

    `named` is how the request names the number, where a page has several lists.
    """
    return stretch(len(everything), size, lambda limit, offset: everything[offset : offset + limit], named)


def stretch(total: int, size: int, fetch: Callable[[int, int], Sequence[T]], named: str = "page") -> ListPage[T]:
    """The same for a list of which only that page is fetched, by limit and offset."""
    pages = max(1, -(-total // size))
    number = min(max(1, request.args.get(named, 1, type=int)), pages)
    return ListPage(fetch(size, (number - 1) * size), number, pages, total)
