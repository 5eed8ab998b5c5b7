"""The developer page: examples, limits and stability, and the conformance cases."""

import json
from functools import cache
from textwrap import indent
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from catalog.api_base.renderers import dumps
from legions.webhooks import examples as hook_examples
from rulesapi import openapi
from rulesapi.judging import conformance_cases

JSON_TYPE = "application/json"


class APIExample(NamedTuple):
    """An example request for the command line, Python and JavaScript."""

    title: Promise
    curl: str
    python: str
    javascript: str


@require_safe
def developer_page(request: HttpRequest) -> HttpResponse:
    host = request.build_absolute_uri("/").rstrip("/")
    context = {
        "examples": examples(host),
        "hooks": hook_examples.rendered_examples(host),
        "offering": offering(host),
        "cases": bool(conformance_cases.games()),
    }
    return render(request, "site/developers.html", context)


@require_safe
def conformance_cases_file(request: HttpRequest) -> HttpResponse:
    """Return all conformance cases with their catalog data as one file. Raises Http404 if there are none."""
    if not conformance_cases.games():
        raise Http404("The conformance cases are not installed here.")
    headers = {"Content-Disposition": 'attachment; filename="conformance-cases.json"', "Cache-Control": "max-age=3600"}
    return HttpResponse(_everything(), content_type=JSON_TYPE, headers=headers)


@cache
def _everything() -> bytes:
    return dumps(conformance_cases.all_cases())


def examples(host: str) -> list[APIExample]:
    """Return the examples for the site at `host`; a test runs each of them."""
    legion = _legion()
    return [
        _post_example(_("Judge a list"), f"{host}/api/v1/verdicts/", legion, "verdict"),
        _get_example(_("Find cards"), f"{host}/api/v1/cards/?game={legion['game']}&limit=3"),
        _post_example(_("Sign a verdict"), f"{host}/api/v1/receipts/", {"legion": legion}, "code"),
    ]


def offering(host: str) -> str:
    """Return a command that offers a fact; a test runs it."""
    about = {"game": _legion()["game"], "card": "balagos", "facts": {"cost": 38}}
    body = json.dumps({**about, "source": "The printed card"})
    return (
        f'curl -sS {host}/api/v1/contributions/ -H "Authorization: Bearer $TOKEN" \\\n'
        f"  -H 'Content-Type: {JSON_TYPE}' -d '{body}'"
    )


@cache
def _legion() -> dict[str, Any]:
    """Return the example legion of the OpenAPI document, which uses cards that ship with Muster."""
    content = json.loads(openapi.stored())["paths"]["/api/v1/verdicts/"]["post"]["requestBody"]["content"]
    legion: dict[str, Any] = content[JSON_TYPE]["examples"]["one-legion"]["value"]
    return legion


def _post_example(title: Promise, address: str, body: dict[str, Any], field: str) -> APIExample:
    text = json.dumps(body, indent=2)
    quoted = text.replace("'", "'\\''")
    headers = f'{{"Content-Type": "{JSON_TYPE}"}}'
    return APIExample(
        title,
        f"curl -sS {address} -H 'Content-Type: {JSON_TYPE}' -d '{quoted}'",
        "import json\nfrom urllib.request import Request, urlopen\n\n"
        f"body = json.loads('''{text}''')\n"
        f'request = Request("{address}", json.dumps(body).encode(), {headers})\n'
        f'print(json.load(urlopen(request))["{field}"])',
        f'const answer = await fetch("{address}", {{\n  method: "POST",\n  headers: {headers},\n'
        f"  body: JSON.stringify({indent(text, '  ').lstrip()}),\n}});\n"
        f"console.log((await answer.json()).{field});",
    )


def _get_example(title: Promise, address: str) -> APIExample:
    return APIExample(
        title,
        f"curl -sS '{address}'",
        "import json\nfrom urllib.request import urlopen\n\n"
        f'for card in json.load(urlopen("{address}"))["results"]:\n    print(card["name"])',
        f'const answer = await fetch("{address}");\n'
        "for (const card of (await answer.json()).results) {\n  console.log(card.name);\n}",
    )
