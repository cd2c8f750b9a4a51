"""A port of this machine, at which a test plays the other side of a connection."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress


class Listening:
    """A port whose connections are served, each in a thread of its own, until it is closed."""

    def __init__(self, serve: Callable[[socket.socket], None]) -> None:
        """Listen; a connection is closed when `serve` is done with it, or raises OSError."""
        self._serve = serve
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._connections: list[socket.socket] = []
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self.port: int = self._socket.getsockname()[1]
        self._accepting.start()

    def close(self) -> None:
        """Take no more connections, and shut down those there are, which whoever serves them notices."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._accepting.join()  # else it could accept once more, by a number that is already another socket's
        self._socket.close()
        self.cut()

    def cut(self) -> None:
        """Shut down the connections there are; new ones can be made."""
        for one in self._connections:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _address = self._socket.accept()
                self._connections.append(connection)
                threading.Thread(target=self._served, args=[connection], daemon=True).start()

    def _served(self, connection: socket.socket) -> None:
        with suppress(OSError), connection:
            self._serve(connection)
