"""Parsing of JSON from outside."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.documents import json_input
from catalog.documents.errors import InvalidInput

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20)
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text("abc", max_size=4), inner, max_size=5),
    max_leaves=30,
)


def refusal(raw: bytes, **options: object) -> tuple[str, int]:
    with pytest.raises(InvalidInput) as caught:
        json_input.loads(raw, **options)
    return caught.value.faults[0].code, caught.value.status


@pytest.mark.sampled
@given(VALUES)
def test_json_within_the_limits_is_read_back_unchanged(value: object) -> None:
    assert json_input.loads(json.dumps(value).encode()) == value


ODD = st.sampled_from(
    [
        b"NaN",
        b"9007199254740993",
        b"-9007199254740992",
        b"1e15",
        b"1e16",
        b'"\\u0000"',
        b'"\\ud800"',
        b'"\\u00e9"',
        '"é"'.encode(),
        b'{"a":1,"a":2}',
        b"[" + b",".join([b"0"] * 501) + b"]",
        b'"' + b"x" * 10_001 + b'"',
        b"[" * 32 + b"]" * 32,
    ]
)
SPELLED = st.recursive(
    ODD | LEAVES.map(lambda value: json.dumps(value).encode()),
    lambda inner: (
        st.lists(inner, max_size=4).map(lambda items: b"[" + b",".join(items) + b"]")
        | st.lists(inner, max_size=3).map(lambda items: b'{"k":' + b',"l":'.join(items or [b"0"]) + b"}")
    ),
    max_leaves=8,
)


@given(SPELLED)
def test_small_bodies_are_read_and_refused_as_if_each_value_were_looked_at(raw: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        quick = outcome(raw)
        patch.setattr(json_input, "_is_small", lambda raw: False)
        assert outcome(raw) == quick
        patch.setattr(json_input, "_is_plain", lambda value: False)
        assert outcome(raw) == quick


def outcome(raw: bytes) -> object:
    """Return the parsed value, or the faults."""
    try:
        return json_input.loads(raw)
    except InvalidInput as error:
        return error.faults


@pytest.mark.parametrize("levels", [32, 33])
def test_depth_is_counted_without_brackets_in_texts(levels: int) -> None:
    raw = b"[" * levels + rb'"[\\\"]]]\\"' + b"]" * levels
    assert (outcome(raw) == json.loads(raw)) == (levels == 32)


@pytest.mark.parametrize(
    ("raw", "pointer"),
    [
        (b'{"a":1,"a":2}', ""),
        (b'{"x":[0,{"a":1,"b":{},"a":2}]}', "/x/1"),
        (b'{"x":{"a":{"b":1,"b":2},"a":3}}', "/x"),
        (b'{"x":[0,{"y/z":1e999}]}', "/x/1/y~1z"),
        (b'{"x":[NaN]}', "/x/0"),
        (b'{"x":' + b"9" * 30 + b"}", "/x"),
        (b'{"x":{"y":"\\u0000"}}', "/x/y"),
        (b'{"x":["\\ud800"]}', "/x/0"),
    ],
)
def test_refused_json_is_named_with_its_place(raw: bytes, pointer: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        json_input.loads(raw)
    assert [fault.pointer for fault in caught.value.faults] == [pointer]


def test_many_keys_with_one_twice_are_refused_at_once() -> None:
    # Comparing each key with all previous ones would take minutes.
    raw = b"{" + b",".join(b'"%d":0' % number for number in [*range(100_000), 99_999]) + b"}"
    assert refusal(raw, limit=10_000_000) == ("duplicate-key", 400)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_and_never_crash(raw: bytes) -> None:
    try:
        json_input.loads(raw)
    except InvalidInput as error:
        assert error.faults


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"[" * 1_000_000, "too-deep"),
        (b'{"a":' * 1_000_000, "too-deep"),
        (b'{"a":1,"a":2}', "duplicate-key"),
        (b'{"x":{"a":1,"a":2}}', "duplicate-key"),
        (b'{"cost":NaN}', "not-a-number"),
        (b'{"cost":-Infinity}', "not-a-number"),
        (b'{"cost":1e999}', "number-too-large"),
        (b'{"cost":' + b"9" * 4_000 + b"}", "number-too-large"),
        (b'{"cost":9007199254740993}', "number-too-large"),
        (b'{"name":"a\\u0000b"}', "nul"),
        (b'{"a\\u0000b":1}', "nul"),
        (b'{"name":"\\ud800"}', "lone-surrogate"),
        (b'{"\\udfff":1}', "lone-surrogate"),
        (b'{"name":"\xff"}', "bad-utf-8"),
        (b"\xef\xbb\xbf{}", "not-json"),
        ('{"a":1}'.encode("utf-16"), "bad-utf-8"),
        (b"", "not-json"),
        (b'{"a":1} trailing', "not-json"),
        (b"{'a':1}", "not-json"),
        (b'{"a":01}', "not-json"),
        (json.dumps(["x"] * 501).encode(), "array-too-long"),
        (json.dumps("x" * 10_001).encode(), "string-too-long"),
        (json.dumps([[0] * 300] * 7).encode(), "too-many-values"),
    ],
)
def test_hostile_json_is_refused_with_a_code_of_its_own(raw: bytes, code: str) -> None:
    assert refusal(raw, limit=10_000_000) == (code, 400)


@pytest.mark.parametrize("depth", [31, 32])
def test_documents_as_deep_as_the_limit_are_read(depth: int) -> None:
    json_input.loads(b"[" * depth + b"]" * depth)


def test_one_level_too_deep_is_refused_in_bytes_and_in_values() -> None:
    raw = b"[" * 33 + b"]" * 33
    assert refusal(raw) == ("too-deep", 400)
    with pytest.raises(InvalidInput):
        json_input.check(json.loads(raw))


@pytest.mark.parametrize("depth", [33, 200, 900, 5_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")])
def test_a_small_body_that_is_too_deep_is_refused_however_deep_it_is(opening: str, closing: str, depth: int) -> None:
    inner = "[]" if opening.startswith("[") else "{}"
    assert refusal((opening * depth + inner + closing * depth).encode()) == ("too-deep", 400)
    in_a_batch = '{"legions":[' + opening * depth + inner + closing * depth + "]}"
    assert refusal(in_a_batch.encode(), batch="legions") == ("too-deep", 400)


def test_brackets_inside_texts_do_not_count_as_depth() -> None:
    assert json_input.loads(json.dumps(["[" * 200, '\\"{' * 50]).encode())


@pytest.mark.parametrize(("length", "fine"), [(500, True), (501, False)])
def test_arrays_are_read_up_to_their_limit(length: int, fine: bool) -> None:
    raw = json.dumps([0] * length).encode()
    assert json_input.loads(raw) if fine else refusal(raw)


@pytest.mark.parametrize(("length", "fine"), [(1_000, True), (1_001, False)])
def test_a_batch_may_be_longer_than_other_arrays(length: int, fine: bool) -> None:
    raw = json.dumps({"legions": [{}] * length}).encode()
    assert json_input.loads(raw, batch="legions") if fine else refusal(raw, batch="legions")


def test_items_of_a_batch_are_checked_one_by_one() -> None:
    items = [{"picks": [0] * 490}] * 20 + [{"name": "x" * 10_001}]
    document = json_input.loads(json.dumps({"legions": items}).encode(), batch="legions")
    assert document == {"legions": items}
    json_input.check(document["legions"][0])
    with pytest.raises(InvalidInput):
        json_input.check(document["legions"][20])
    assert refusal(json.dumps({"other": items[:20]}).encode(), batch="legions")[0] == "too-many-values"


def test_a_body_over_its_limit_is_refused_as_too_large() -> None:
    assert refusal(b'"' + b"x" * 300_000 + b'"') == ("too-large", 413)


def test_a_text_that_never_ends_is_refused_without_looking_twice() -> None:
    # A pattern that restarts at each escaped quote would take minutes.
    assert refusal(b"[" * 33 + b'"' + b'\\"' * 4_000_000, limit=20_000_000)[1] == 400


@given(st.text())
def test_tidying_twice_is_tidying_once(text: str) -> None:
    once = json_input.tidy(text)
    assert json_input.tidy(once) == once


def test_names_that_look_alike_are_stored_alike() -> None:
    assert json_input.tidy({"name": "Cafe\u0301\u200b"}) == {"name": "Café"}
    assert json_input.tidy(["\u202eabc\ufeff"]) == ["abc"]
    assert json_input.tidy("Cafe\u200b\u0301") == "Café"


def test_tidying_does_not_change_its_argument() -> None:
    given_value = {"name": ["Cafe\u0301"]}
    assert json_input.tidy(given_value) == {"name": ["Café"]}
    assert given_value == {"name": ["Cafe\u0301"]}
