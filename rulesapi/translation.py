"""Translation of the texts of the engine, the rules and the schemas into the active language.

Those packages do not use gettext. A finding is rendered again from the templates of its rule and its facts, a phrase
from its own template; a plain text is looked up as a message. `manage.py makemessages` collects all of them. The API
and the commands use English.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import get_language, gettext, pgettext

from catalog.documents import card_kinds, load_schemas
from rulesapi.engine.campaigns.terms import RECORD_REMARKS, RECORD_RULES
from rulesapi.engine.core.document_rules import messages_of
from rulesapi.engine.core.library import rulesets_of
from rulesapi.engine.core.remarks import TEMPLATES
from rulesapi.engine.core.rules import Rule
from rulesapi.engine.resolutions.participants import FACT_DIFFERS, WRONG_KIND
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.values.messages import Phrase, choose_template, fill_template

VALUE_CONTEXT = "value"
"""The message context of schema words, for example the word of an alignment."""

ShowName = Callable[[str], str]
"""How a name in a message is shown: a fact that begins with a capital letter and has no translation."""


def finding_message(finding: Mapping[str, Any], show_name: ShowName = str) -> str:
    """Return the translated message of a finding's document."""
    shared, _ = messages_of(finding["code"])
    for messages in (*(rule.messages for rule in _rules(finding["code"])), shared):
        if messages and not is_english() and _is_of(finding, messages):
            facts = finding["facts"]
            return fill_template(
                (gettext(choose_template(messages, facts)),),
                _translated_facts(facts, show_name),
            )
    return str(translated(finding["message"]))


def lack_message(verdict: Mapping[str, Any], lack: Mapping[str, Any]) -> str:
    """Return the translated message of something that an unfinished list lacks, from the verdict's document."""
    finding = verdict["findings"][lack["finding"]]
    facts = _translated_facts(finding["facts"])
    ways = [way.messages for rule in _rules(finding["code"]) for way in rule.lacking]
    for messages in (*ways, messages_of(finding["code"])[1]):
        if messages and _says(lack["message"], messages, finding["facts"]):
            return fill_template((gettext(choose_template(messages, finding["facts"])),), facts)
    return str(lack["message"])


def record_message(finding: Mapping[str, Any]) -> str:
    """Return the translated message of a finding or remark about a campaign's record."""
    code = finding["code"].rpartition("/")[2]
    rule = RECORD_RULES.get(code) or RECORD_REMARKS.get(code)
    if is_english() or rule is None or not _is_of(finding, rule.messages):
        return str(finding["message"])
    return fill_template((gettext(choose_template(rule.messages, finding["facts"])),), finding["facts"])


def play_message(document: Mapping[str, Any], show_name: ShowName = str) -> str:
    """Return the translated message of a step's or finding's document in a resolution."""
    if is_english():
        return str(document["message"])
    game, _, code = document["code"].partition("/")
    rule = find_play_ruleset(game).rules.get(code)
    if rule is None or not _is_of(document, rule.messages):
        return str(document["message"])
    template = gettext(choose_template(rule.messages, document["facts"]))
    facts = _translated_facts(document["facts"], show_name) | _titles_of_cards(game, code, document["facts"])
    return fill_template((template,), facts)


def _titles_of_cards(game: str, code: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the translated titles of the kinds of card or of the fact of a card that a finding names."""
    if code not in (WRONG_KIND, FACT_DIFFERS):
        return {}
    schemas = {kind: load_schemas()[f"{game}/{kind}.schema.json"] for kind in card_kinds().get(game, ())}
    if code == WRONG_KIND:
        titles = {kind.replace("-", " "): schema["title"] for kind, schema in schemas.items()}
        return {"kinds": [gettext(titles.get(kind, kind)) for kind in facts["kinds"]]}
    fact = facts["fact"]
    printed = (schema["properties"].get(fact, {}).get("title") for schema in schemas.values())
    return {"label": gettext(next(filter(None, printed), facts["label"]))}


def remark_message(remark: Mapping[str, Any], show_name: ShowName = str, **translated: str) -> str:
    """Return the translated message of a remark about a list; `translated` are facts already translated."""
    templates = TEMPLATES.get(remark["code"].rpartition("/")[2], ())
    if is_english() or not _is_of(remark, templates):
        return str(remark["message"])
    facts = {name: _shown_fact(fact, show_name) for name, fact in remark["facts"].items()} | translated
    return fill_template((gettext(choose_template(templates, remark["facts"])),), facts)


def _rules(code: str) -> Iterable[Rule]:
    if is_english():
        return ()
    game = code.partition("/")[0]
    return (rule for ruleset in rulesets_of(game) for rule in ruleset.rules if rule.code == code)


def _is_of(finding: Mapping[str, Any], templates: tuple[str, ...]) -> bool:
    """Return whether the finding's message comes from these templates and not from another edition's."""
    return bool(templates) and _says(finding["message"], templates, finding["facts"])


def _says(message: str, templates: tuple[str, ...], facts: Mapping[str, Any]) -> bool:
    """Return whether templates and facts give this message."""
    try:
        return fill_template(templates, facts) == message
    except KeyError:
        return False


def _translated_facts(facts: Mapping[str, Any], show_name: ShowName = str) -> dict[str, Any]:
    return {name: _translated_fact(fact, show_name) for name, fact in facts.items()}


def _translated_fact(fact: Any, show_name: ShowName = str) -> Any:
    if isinstance(fact, list | tuple):
        return [_translated_fact(one, show_name) for one in fact]
    words = translated(fact, schema_word)
    return words if isinstance(fact, Phrase) or words != fact else _shown_fact(words, show_name)


def _shown_fact(fact: Any, show_name: ShowName) -> Any:
    if isinstance(fact, list | tuple):
        return [_shown_fact(one, show_name) for one in fact]
    return show_name(fact) if isinstance(fact, str) and fact[:1].isupper() else fact


def translated(text: Any, plain: Any = gettext) -> Any:
    """Return the translation of an engine text; values that are no text, such as numbers, are returned unchanged."""
    if isinstance(text, Phrase):
        return fill_template((gettext(text.template),), _translated_facts(text.facts))
    return plain(text) if isinstance(text, str) and text else text


def schema_word(word: str) -> str:
    """Return the translation of a schema word: an alignment, an energy, a size."""
    return pgettext(VALUE_CONTEXT, word)


def is_english() -> bool:
    """Return whether the active language is English, so that texts need no translation."""
    return (get_language() or "en").startswith("en")
