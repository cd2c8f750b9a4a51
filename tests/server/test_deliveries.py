"""Outcomes of mails, noted by several threads."""

import threading
from pathlib import Path

from simulated_kit import StoppedClock

from pbem.daemon.deliveries import Deliveries
from pbem.mail.sending.transport import Failed
from pbem.store import Tx
from server.kit import BEGINNING, kept, new_place, open_game


def test_an_outcome_that_two_threads_write_down_at_once_counts_once(tmp_path: Path) -> None:
    clock = StoppedClock(BEGINNING)
    with new_place(tmp_path) as place:
        open_game(place, "Anna", "Bert", clock=clock)
        deliveries = Deliveries(place.database, clock, place.settings)
        first, second = kept(place).mails
        failing = threading.Thread(target=deliveries.note_failed, args=(first, Failed("later", "451 4.3.0 try later")))
        writing = threading.Thread(target=deliveries.write)

        def both_wait(_tx: Tx) -> None:
            failing.start()
            while not deliveries.unnoted:
                failing.join(0.001)
            writing.start()
            writing.join(0.05)

        place.database.write(both_wait)
        failing.join()
        writing.join()
        assert deliveries.unnoted == frozenset()
        assert [mail.attempts for mail in kept(place).mails] == [1, 0]
        assert second.status == "due"
