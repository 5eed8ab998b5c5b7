"""Catalog documents in JSON.

Schemas (`schemas`), validation (`validation`), unknown facts (`card_facts`), slugs (`slugs`), canonical form
(`canonical`), comparison, sources and forms.
"""

from catalog.documents.card_facts import wanted_pointers
from catalog.documents.card_sets import sets_of
from catalog.documents.schemas import (
    COMMON_TYPES,
    NON_FACT_KEYS,
    ONE_A_GAME,
    SCHEMA_DIR,
    SCHEMA_ROOT,
    card_kinds,
    document_type,
    load_schemas,
    schema_path,
)
from catalog.documents.set_origins import SetOrigin, set_origin
from catalog.documents.slugs import slugify
from catalog.documents.validation import MAX_FAULTS, faults_in, faults_under_schema, validate

__all__ = [
    "COMMON_TYPES",
    "MAX_FAULTS",
    "NON_FACT_KEYS",
    "ONE_A_GAME",
    "SCHEMA_DIR",
    "SCHEMA_ROOT",
    "SetOrigin",
    "card_kinds",
    "document_type",
    "faults_in",
    "faults_under_schema",
    "load_schemas",
    "schema_path",
    "set_origin",
    "sets_of",
    "slugify",
    "validate",
    "wanted_pointers",
]
