"""Streams of bits in base64url characters: the first bit is the highest bit of the first character."""

CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
BITS_PER_CHARACTER = 6
MAX_BITS = 53
"""The maximum size of a number in bits, the same as in documents."""

_VALUES = {character: value for value, character in enumerate(CHARACTERS)}


class BitWriter:
    """A writer that encodes values as base64url characters."""

    def __init__(self) -> None:
        self._bits: list[str] = []

    def fixed(self, value: int, width: int) -> None:
        """Write `value` in exactly `width` bits, into which it must fit."""
        if width:
            self._bits.append(f"{value:0{width}b}")

    def number(self, value: int, small: int = 0) -> None:
        """Write an integer from 0; values below 2 ** `small` take `small` + 1 bits, larger ones more.

        The code is Exponential-Golomb: the value plus 2 ** `small`, preceded by as many zeros as that sum has bits
        beyond `small` + 1.
        """
        shifted = value + (1 << small)
        self._bits.append("0" * (shifted.bit_length() - 1 - small) + f"{shifted:b}")

    def characters(self) -> str:
        """Return the encoded characters; the last one is padded with zero bits."""
        bits = "".join(self._bits)
        bits += "0" * (-len(bits) % BITS_PER_CHARACTER)
        return "".join(
            CHARACTERS[int(bits[start : start + BITS_PER_CHARACTER], 2)]
            for start in range(0, len(bits), BITS_PER_CHARACTER)
        )


class BitReader:
    """A reader of the output of `BitWriter`. Raises ValueError for input that no writer can have produced."""

    def __init__(self, characters: str) -> None:
        if not _VALUES.keys() >= set(characters):
            raise ValueError("a character that is none of base64url")
        self._bits = "".join(f"{_VALUES[character]:06b}" for character in characters)
        self._at = 0

    @property
    def left(self) -> int:
        """The number of unread bits."""
        return len(self._bits) - self._at

    def fixed(self, width: int) -> int:
        """Read a value of `width` bits."""
        if not width:
            return 0
        if self.left < width:
            raise ValueError("it ends too early")
        self._at += width
        return int(self._bits[self._at - width : self._at], 2)

    def number(self, small: int = 0) -> int:
        """Read a number that was written with an equal `small`."""
        first = self._bits.find("1", self._at, self._at + MAX_BITS + 1)
        if first < 0:
            raise ValueError("a number too large")
        zeros = first - self._at
        self._at = first
        return self.fixed(zeros + small + 1) - (1 << small)

    def many(self, small: int = 0) -> range:
        """Read a number of items and return its range; each item takes at least one bit."""
        number = self.number(small)
        if number > self.left:
            raise ValueError("more things than bits")
        return range(number)

    def end(self) -> None:
        """Raise ValueError if anything but the padding of the last character is left."""
        if self.left >= BITS_PER_CHARACTER or self.fixed(self.left):
            raise ValueError("it goes on after its end")
