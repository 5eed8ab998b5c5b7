"""Examples of webhooks on the page for developers; tests run them."""

import json
from functools import cache
from typing import Any

from rulesapi import openapi

SITE = "https://muster.example"
"""The address of the site in the API description."""
ADDRESS = "https://league.example.org/muster"

PYTHON = """\
import base64
import hashlib
import hmac
import time


def is_from_muster(secret, headers, body):
    \"\"\"Whether a message is from there; body are its bytes, just as they came.\"\"\"
    age = abs(time.time() - int(headers["webhook-timestamp"]))
    signed = f'{headers["webhook-id"]}.{headers["webhook-timestamp"]}.'.encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mine = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    given = [one.partition(",")[2] for one in headers["webhook-signature"].split()]
    return age < 300 and any(hmac.compare_digest(mine, one) for one in given)
"""

JAVASCRIPT = """\
import { createHmac, timingSafeEqual } from "node:crypto";

// Whether a message is from there; body are its bytes, just as they came.
export function isFromMuster(secret, headers, body) {
  const age = Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"]));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const head = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`;
  const mine = createHmac("sha256", key).update(head).update(body).digest();
  return age < 300 && headers["webhook-signature"].split(" ").some((one) => {
    const given = Buffer.from(one.split(",")[1] ?? "", "base64");
    return given.length === mine.length && timingSafeEqual(given, mine);
  });
}
"""


def curl(host: str) -> str:
    """Return a command that adds a webhook."""
    body = json.dumps({"url": ADDRESS})
    return (
        f'curl -sS {host}/api/v1/webhooks/ -H "Authorization: Bearer $TOKEN" \\\n'
        f"  -H 'Content-Type: application/json' -d '{body}'"
    )


@cache
def _message() -> str:
    schema = json.loads(openapi.stored())["components"]["schemas"]["WebhookMessage"]
    return json.dumps(schema["examples"][0])


def message(host: str) -> dict[str, Any]:
    """Return the message in the API description, as a site at `host` sends it."""
    return json.loads(_message().replace(SITE, host))


def rendered_examples(host: str) -> dict[str, str]:
    """Return all examples for a site at `host`."""
    payload = json.dumps(message(host), indent=2)
    return {"curl": curl(host), "message": payload, "python": PYTHON, "javascript": JAVASCRIPT}
