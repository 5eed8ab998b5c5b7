"""Bits one after the other, in the characters of base64url: the first bit is the highest of the first character."""

CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
BITS_PER_CHARACTER = 6
MAX_BITS = 53
"""Bits of the largest number, which is the largest that documents may hold."""

_VALUES = {character: value for value, character in enumerate(CHARACTERS)}


class BitWriter:
    """Takes values and gives them back as characters."""

    def __init__(self) -> None:
        self._bits: list[str] = []

    def fixed(self, value: int, width: int) -> None:
        """Write `value`, which fits into `width` bits, in so many."""
        if width:
            self._bits.append(f"{value:0{width}b}")

    def number(self, value: int, small: int = 0) -> None:
        """Write a whole number from 0 on; those below 2 ** `small` take `small` + 1 bits, larger ones more.

        It is the Exponential-Golomb code: as many zeros as the number plus 2 ** `small` has bits beyond `small` + 1,
        and then that sum.
        """
        shifted = value + (1 << small)
        self._bits.append("0" * (shifted.bit_length() - 1 - small) + f"{shifted:b}")

    def characters(self) -> str:
        """All that was written, with zeros up to a whole character."""
        bits = "".join(self._bits)
        bits += "0" * (-len(bits) % BITS_PER_CHARACTER)
        return "".join(
            CHARACTERS[int(bits[start : start + BITS_PER_CHARACTER], 2)]
            for start in range(0, len(bits), BITS_PER_CHARACTER)
        )


class BitReader:
    """Gives the values that a `BitWriter` took. Raises ValueError where none can have written what is there."""

    def __init__(self, characters: str) -> None:
        if not _VALUES.keys() >= set(characters):
            raise ValueError("a character that is none of base64url")
        self._bits = "".join(f"{_VALUES[character]:06b}" for character in characters)
        self._at = 0

    @property
    def left(self) -> int:
        """How many bits are left."""
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
        """Read a number that was written with the same `small`."""
        first = self._bits.find("1", self._at, self._at + MAX_BITS + 1)
        if first < 0:
            raise ValueError("a number too large")
        zeros = first - self._at
        self._at = first
        return self.fixed(zeros + small + 1) - (1 << small)

    def many(self, small: int = 0) -> range:
        """Read how many things follow; each takes a bit at least. Gives a range to go through."""
        number = self.number(small)
        if number > self.left:
            raise ValueError("more things than bits")
        return range(number)

    def end(self) -> None:
        """Make sure that nothing is left but the zeros of the last character."""
        if self.left >= BITS_PER_CHARACTER or self.fixed(self.left):
            raise ValueError("it goes on after its end")
