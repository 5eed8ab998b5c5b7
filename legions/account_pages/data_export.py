"""The data export: everything the tables store about a person, as one JSON document."""

import json
from collections.abc import Iterator
from typing import IO, Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from legions.account_pages.personal_data import PERSONAL_DATA, Row

ACCOUNT_FIELDS = ("username", "email", "first_name", "last_name", "date_joined", "last_login", "is_active", "is_staff")


def write_export(*, user: Any, file: IO[bytes]) -> None:
    """Write everything stored about `user` to `file`, row by row to limit memory."""
    for piece in _pieces(user):
        file.write(piece.encode())


def _pieces(user: Any) -> Iterator[str]:
    account = {field: getattr(user, field) for field in ACCOUNT_FIELDS}
    yield f'{{\n"made_at": {_json(timezone.now())},\n"account": {_json(account)}'
    for one in PERSONAL_DATA:
        yield f",\n{_json(one.name)}: ["
        yield from _json_lines(one.export_rows(user))
        yield "]"
    yield "\n}\n"


def _json_lines(records: Iterator[Row]) -> Iterator[str]:
    for number, row in enumerate(records):
        yield f"{',' if number else ''}\n{_json(row)}"


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
