"""The template loader drops line breaks between tags and nothing else."""

import pytest
from django.template import engines
from django.template.loader import get_template

from legions.site.template_loader import join_lines


@pytest.mark.parametrize(
    ("source", "joined"),
    [
        ("<b>\n  <i>\n", "<b><i>"),
        ("{% if a %}\n  <b>\n{% endif %}\n", "{% if a %}<b>{% endif %}"),
        ("{# Why #}\n<b>", "{# Why #}<b>"),
        ("<b>one</b> <b>two</b>", "<b>one</b> <b>two</b>"),
        ("one\n  two", "one two"),
        ("one\n<b>", "one <b>"),
        ("<b>\n  {{ one }}\n</b>", "<b> {{ one }} </b>"),
        ("<b>\n  {% translate 'One' %}\n</b>", "<b> {% translate 'One' %} </b>"),
        ('<a href="/"\n    class="one\n      two">', '<a href="/" class="one two">'),
        ("<a{% if a > 1 %} b{% endif %}\n  c>\n<b>", "<a{% if a > 1 %} b{% endif %} c><b>"),
        ("<a data-x='{\"y\": 1}'\n  c>\n<b>", "<a data-x='{\"y\": 1}' c><b>"),
    ],
)
def test_a_line_break_between_tags_is_nothing_and_next_to_words_a_space(source: str, joined: str) -> None:
    assert join_lines(source) == joined


@pytest.mark.parametrize(
    "kept",
    [
        "<pre>\n  one\n</pre>",
        "<textarea>\none\n</textarea>",
        "<script>\none();\n</script>",
        "{% blocktranslate trimmed %}\n  One\n{% plural %}\n  {{ n }}\n{% endblocktranslate %}",
        '<a title="{% blocktranslate %}One\ntwo{% endblocktranslate %}">',
    ],
)
def test_line_breaks_with_a_meaning_are_kept(kept: str) -> None:
    assert join_lines(f"<b>\n{kept}\n</b>").replace(" ", "") == f"<b>{kept}</b>".replace(" ", "")


def test_the_project_loads_its_pages_this_way_and_mails_as_they_are() -> None:
    assert "\n" not in get_template("partials/game.html").template.source
    assert "\n" in get_template("account/email/base_message.txt").template.source
    assert "\n" in engines["django"].engine.get_template("admin/login.html").source
