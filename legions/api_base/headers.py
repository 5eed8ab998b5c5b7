"""Header fields and path parameters of the API for people's own data, as documented in OpenAPI."""

from catalog.api_base.openapi.operations import in_header, in_path
from catalog.api_base.query_params import SLUG
from catalog.models import DocumentType
from catalog.snapshots import MAX_NUMBER

_BASED = "The `ETag` of the state that the change is based on; `*` changes any state."
IF_MATCH = in_header("If-Match", _BASED, required=True)
IF_MATCH_OR_NOT = in_header("If-Match", _BASED)
IF_NONE_MATCH = in_header("If-None-Match", "`*` to start a new document.")
IDEMPOTENCY_KEY = in_header(
    "Idempotency-Key",
    "A new text for each new resource, for example a UUID. A request that is sent again within 24 hours creates "
    "nothing and gets the same response; refusals are not stored.",
)

_UUID = {"type": "string", "format": "uuid"}
_SLUG = {"type": "string", "pattern": SLUG, "maxLength": 100}
OF_LEGIONS = [
    in_path("pk", "The legion’s id.", _UUID),
    in_path("number", "The number of the state.", {"type": "integer", "minimum": 1}),
    in_path("key", "The key of the link.", {"type": "string", "maxLength": 64}),
]
OF_HOOKS = [in_path("hook", "The webhook’s id.", _UUID), in_path("delivery", "The delivery’s id.", _UUID)]
OF_CONTRIBUTIONS = [
    in_path("contribution", "The number of the contribution.", {"type": "integer", "minimum": 1, "maximum": MAX_NUMBER})
]
OF_DRAFTS = [
    in_path("game", "The slug of the game.", _SLUG),
    in_path("shelf", "The type of document.", {"type": "string", "enum": DocumentType.values}),
    in_path("slug", "The slug of the document.", _SLUG),
]
