"""What whoever runs the site does with the whole of its data: keep it, bring it back, move it, check it."""


class OperationRefused(Exception):
    """What was asked for is not done, and nothing was changed. The text says why, and what to do, in plain words."""
