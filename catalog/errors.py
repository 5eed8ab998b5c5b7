"""Base classes of refusals of valid requests: pages show the reason, the API answers with a problem."""


class Refused(Exception):
    """A refused action, with the reason for people as its text. Nothing was written.

    `code` is the problem that the API answers with (`catalog.api_base.problems`). `pointer` is the place in the request
    body at fault, None for no place.
    """

    code = "forbidden"
    pointer: str | None = None


class ChangedMeanwhile(Refused):
    """A refused edit that is based on an outdated revision. Nothing was written."""

    code = "changed-meanwhile"
