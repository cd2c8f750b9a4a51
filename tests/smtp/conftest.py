"""A listener on the loopback for each test, and the inbox behind it."""

from collections.abc import Iterator

import pytest

from pbem.mail.receiving.listener import Listener
from pbem.mail.receiving.session import Limits
from smtp.kit import DOMAIN, SEATS, Door, Inbox


@pytest.fixture
def inbox() -> Inbox:
    """An inbox that takes every letter."""
    return Inbox()


@pytest.fixture
def open_door(inbox: Inbox) -> Iterator[Door]:
    """Open listeners with limits, and stop them in the end."""
    listeners: list[Listener] = []

    def start(limits: Limits) -> Listener:
        listener = Listener("127.0.0.1", 0, domain=DOMAIN, directory=SEATS.get, store=inbox.store, limits=limits)
        listener.start()
        listeners.append(listener)
        return listener

    yield start
    inbox.may_go_on.set()
    for listener in listeners:
        listener.stop(grace=0.1)


@pytest.fixture
def door(open_door: Door) -> Listener:
    """A listener with the usual limits."""
    return open_door(Limits())
