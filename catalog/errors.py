"""The bases of what is refused although it was asked for properly: pages say the reason, the API answers a problem."""


class Refused(Exception):
    """Something is not done, with the reason for people as its text; nothing was written.

    `code` is the problem that the API answers it with (`catalog.api_base.problems`), `pointer` the place in the body
    that it is about, None where it is about none.
    """

    code = "forbidden"
    pointer: str | None = None


class ChangedMeanwhile(Refused):
    """What an edit is based on is not the newest any more; nothing was written."""

    code = "changed-meanwhile"
