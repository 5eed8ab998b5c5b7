"""A mail server on loopback for tests: it accepts mails, refuses them, or accepts connections and stays silent."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Listener:
    """A server that answers each command with a function, and records the commands, the mails and the connections."""

    def __init__(self, answer: Callable[[str], str] | None) -> None:
        self.answer = answer
        self.commands: list[str] = []
        self.mails: list[str] = []
        self.connections: list[socket.socket] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.connections.append(connection)
            if self.answer is not None:
                threading.Thread(target=self._talk, args=(connection, self.answer), daemon=True).start()

    def _talk(self, connection: socket.socket, answer: Callable[[str], str]) -> None:
        try:
            connection.sendall(b"220 mail.example\r\n")
            file = connection.makefile("rb")
            while line := file.readline():
                word, _, rest = line.decode("latin-1").strip().partition(" ")
                command = f"{word.upper()} {rest}".strip()
                self.commands.append(command)
                reply = answer(command)
                connection.sendall(f"{reply}\r\n".encode())
                if reply.startswith("354"):
                    self.mails.append(b"".join(iter(file.readline, b".\r\n")).decode("utf-8"))
                    connection.sendall(b"250 taken\r\n")
        except OSError:
            return

    def close(self) -> None:
        """Close the server and its connections."""
        self._socket.close()
        for connection in self.connections:
            connection.close()


def accepts(command: str) -> str:
    """Return the response of a server that accepts every mail."""
    word = command.split(" ")[0]
    return {"EHLO": "250-mail.example\r\n250-STARTTLS\r\n250 AUTH PLAIN", "DATA": "354 go on", "QUIT": "221 bye"}.get(
        word, "235 welcome" if word == "AUTH" else "250 fine"
    )


@contextmanager
def listening(answer: Callable[[str], str] | None = accepts) -> Iterator[Listener]:
    """Run a mail server for the block; without `answer` it stays silent."""
    listener = Listener(answer)
    try:
        yield listener
    finally:
        listener.close()
