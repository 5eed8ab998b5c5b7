"""Permitted destinations of messages, and outcomes of one POST: no internal address is reached, and no response takes
long.
"""

import socket
import threading
import time
from datetime import UTC, datetime
from ipaddress import ip_address

import pytest
from standardwebhooks import Webhook
from urllib3.util import connection as connecting

from legions.webhooks import address_policy, http_client, signatures
from legions.webhooks.address_policy import AddressPolicy, AddressRefused
from legions.webhooks.http_client import NetworkAccess
from legions.webhooks.models import MAX_RESPONSE_LENGTH, DeliveryAttempt
from tests.legions.webhook_receiver import NAME, receiving, signature

pytestmark = pytest.mark.guard


Failure = DeliveryAttempt.Failure
OPEN = AddressPolicy()
HOME = AddressPolicy(at_home=True)


def words(text: str) -> list[str]:
    return text.split()


# The first and last address of each special range, and ways in which they hide behind others.
WITHIN = words(
    """
    0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.255
    169.254.0.0 169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.8 192.0.0.255 192.0.2.1
    192.88.99.1 192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.7 203.0.113.9
    224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
    :: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 ::8.8.8.8 64:ff9b::7f00:1 64:ff9b::a00:1
    64:ff9b:1::a00:1 100::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:db8::1 2001:10::1 2002:7f00:1::
    2002:a00:1::1 2002:808:808::1 3fff::1 5f00::1 fc00::1 fd12:3456:789a::1 fe80::1 fe80::1%eth0 feb0::1 fec0::1
    ff02::1 ff0e::1 4000::1
    """
)
WITHOUT = words("8.8.8.8 1.1.1.1 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0 192.0.3.1 2606:4700:4700::1111")


# -- permitted addresses -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", WITHIN)
def test_nothing_within_is_open(text) -> None:
    assert not address_policy.is_open(ip_address(text))


@pytest.mark.parametrize("text", WITHOUT)
def test_the_internet_is_open(text) -> None:
    address = ip_address(text)
    assert address_policy.is_open(address)
    assert OPEN.opens(address, "https")
    assert not OPEN.opens(address, "http")
    assert not HOME.opens(address, "http")


@pytest.mark.parametrize("text", WITHIN)
def test_at_home_this_machine_is_open_and_nothing_else_within(text) -> None:
    address = ip_address(text)
    assert HOME.opens(address, "https") == HOME.opens(address, "http") == address.is_loopback


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://example.org/",
        "ftp://example.org/",
        "//example.org/",
        "example.org",
        "https://",
        "https:///x",
        "https://user@example.org/",
        "https://user:password@example.org/",
        "https://example.org\\@127.0.0.1/",
        "https://example.org#@127.0.0.1/",
        "https://example.org/#part",
        "https://exa mple.org/",
        "https://example.org/a\r\nHost: x",
        "https://exämple.org/",
        "https://example.org:99999/",
        "https://example.org:x/",
        "https://example.org:22/",
        "https://example.org:25/",
        "https://[::1/",
        "https://[zz]/",
        "https://-.org/",
        "https://a..b/",
        "https://" + "a" * 64 + ".org/",
        "https://" + "a." * 200 + "org/",
        "https://example.org/" + "a" * 500,
        "https://localhost/",
        "https://muster.localhost/",
        "https://printer.local/",
        "https://db.internal./",
        "https://127.0.0.1/",
        "https://10.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[fe80::1%25eth0]/",
        "https://169.254.169.254/latest/meta-data/",
        "javascript:alert(1)",
        "file:///etc/passwd",
    ],
)
def test_an_unreachable_kind_of_address_is_refused_when_entered(url) -> None:
    with pytest.raises(AddressRefused):
        address_policy.parse_url(url, OPEN)


def test_an_address_is_taken_apart() -> None:
    target = address_policy.parse_url("HTTPS://Example.ORG:8443/a/b?c=d", OPEN)
    assert (target.host, target.port, target.path, target.authority) == (
        *("example.org", 8443, "/a/b?c=d", "example.org:8443"),
    )
    assert address_policy.parse_url("https://example.org", OPEN).path == "/"
    assert address_policy.parse_url("https://example.org", OPEN).authority == "example.org"
    assert address_policy.parse_url("https://[2606:4700::1]:8443/", OPEN).authority == "[2606:4700::1]:8443"
    assert address_policy.parse_url("http://localhost:9000/x", HOME).port == 9000


# -- name resolution ---------------------------------------------------------------------------------------------------


@pytest.fixture
def no_connections(monkeypatch):
    """Fail on any connection."""

    def connect(*_, **__):
        raise AssertionError("It was connected to.")

    monkeypatch.setattr(connecting, "create_connection", connect)


def post_to(url, *addresses, policy=OPEN):
    return http_client.post(url, b"{}", {}, NetworkAccess(policy=policy, resolve=lambda host, port: list(addresses)))


@pytest.mark.parametrize("text", [text for text in WITHIN if "%" not in text])
def test_a_name_that_leads_within_is_not_connected_to(no_connections, text) -> None:
    assert post_to("https://example.org/", text).trouble == Failure.CLOSED


def test_a_name_that_leads_in_and_out_at_once_is_not_connected_to(no_connections) -> None:
    assert post_to("https://example.org/", "8.8.8.8", "127.0.0.1").trouble == Failure.CLOSED


# The system's parser of hosts understands numbers in many spellings; all of these mean this machine.
@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "0177.0.0.1", "127.1", "0x7f000001", "0"])
def test_another_spelling_of_an_address_within_is_not_connected_to(no_connections, host) -> None:
    try:
        outcome = http_client.post(f"https://{host}/", b"{}", {}, NetworkAccess())
    except AddressRefused:
        return
    assert outcome.trouble in {Failure.CLOSED, Failure.NOT_FOUND}


def test_the_connection_uses_the_checked_address(monkeypatch) -> None:
    """A name that resolves differently the second time is resolved once."""
    answers = iter([["93.184.215.14"], ["127.0.0.1"]])
    connected = []

    def connect(address, timeout, **_):
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(connecting, "create_connection", connect)
    outcome = http_client.post(
        "https://example.org/", b"{}", {}, NetworkAccess(resolve=lambda host, port: next(answers))
    )
    assert outcome.trouble == Failure.UNREACHABLE
    assert connected == [("93.184.215.14", 443)]
    assert next(answers) == ["127.0.0.1"]


def test_if_one_address_does_not_answer_the_next_is_tried(monkeypatch) -> None:
    with receiving(secure=False) as receiver:
        outside = receiver.outside(resolve=lambda host, port: ["127.0.0.2", "127.0.0.1"])
        connect = connecting.create_connection

        def first_refuses(address, timeout, **options):
            if address[0] == "127.0.0.2":
                raise ConnectionRefusedError
            return connect(address, timeout, **options)

        monkeypatch.setattr(connecting, "create_connection", first_refuses)
        assert http_client.post(receiver.url, b"{}", {}, outside).status == 204


@pytest.mark.parametrize("error", [OSError("no such name"), UnicodeError("label too long")])
def test_an_unknown_host_name_is_reported(error) -> None:
    def resolve(host, port):
        raise error

    assert (
        http_client.post("https://example.org/", b"", {}, NetworkAccess(resolve=resolve)).trouble == Failure.NOT_FOUND
    )
    nowhere = NetworkAccess(resolve=lambda host, port: [])
    assert http_client.post("https://example.org/", b"", {}, nowhere).trouble == Failure.NOT_FOUND


def test_resolving_a_name_has_a_time_limit(monkeypatch) -> None:
    monkeypatch.setattr(http_client, "CONNECT_TIMEOUT", 0.01)
    never = threading.Event()
    try:
        outcome = http_client.post(
            "https://example.org/", b"", {}, NetworkAccess(resolve=lambda host, port: never.wait(10) and [])
        )
    finally:
        never.set()
    assert outcome.trouble == Failure.NOT_FOUND


# -- outcomes of a POST ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def one_receiver():
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def receiver(one_receiver):
    port, scheme = one_receiver.port, one_receiver.scheme
    one_receiver.__init__()
    one_receiver.port, one_receiver.scheme = port, scheme
    return one_receiver


def post(receiver, body=b"{}", **other):
    headers = {"Content-Type": "application/json", "User-Agent": "Muster-Webhooks/1"}
    return http_client.post(receiver.url, body, headers, receiver.outside(**other))


def test_a_message_is_sent_over_tls_to_the_name_and_nothing_of_ours_goes_with_it(receiver) -> None:
    outcome = post(receiver, b'{"a": 1}')
    assert (outcome.status, outcome.trouble, outcome.answer) == (204, "", "")
    (message,) = receiver.messages
    assert (message.path, message.body) == ("/muster?key=1", b'{"a": 1}')
    assert message.headers == {
        "Host": f"{NAME}:{receiver.port}",
        "Accept-Encoding": "identity",
        "Connection": "close",
        "Content-Type": "application/json",
        "User-Agent": "Muster-Webhooks/1",
        "Content-Length": "8",
    }
    assert receiver.asked == [NAME]


def test_a_certificate_that_nobody_vouches_for_is_not_taken(receiver) -> None:
    import ssl

    assert post(receiver, trust=ssl.create_default_context()).trouble == Failure.TLS
    assert receiver.messages == []


def test_a_certificate_of_another_name_is_not_taken(receiver) -> None:
    other = receiver.url.replace(NAME, "other.example.org")
    assert http_client.post(other, b"{}", {}, receiver.outside()).trouble == Failure.TLS
    assert receiver.messages == []


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(receiver, status) -> None:
    receiver.status, receiver.headers = status, {"Location": receiver.url}
    assert (post(receiver).status, post(receiver).trouble) == (status, Failure.REDIRECT)
    assert len(receiver.messages) == 2


@pytest.mark.parametrize(("status", "trouble"), [(200, ""), (299, ""), (400, Failure.STATUS), (500, Failure.STATUS)])
def test_an_answer_from_200_to_299_takes_a_message(receiver, status, trouble) -> None:
    receiver.status = status
    assert post(receiver).trouble == trouble


def test_the_beginning_of_a_response_is_stored_readably(receiver) -> None:
    receiver.status, receiver.answer = 500, b"Out \x00of\n\xff \xe2\x80\xaecards" + b"x" * 100_000
    outcome = post(receiver)
    assert outcome.answer.startswith("Out  of \ufffd  cards")
    assert len(outcome.answer) == MAX_RESPONSE_LENGTH


def test_the_retry_after_of_a_receiver_is_respected(receiver) -> None:
    receiver.status, receiver.headers = 503, {"Retry-After": "3600"}
    assert post(receiver).after == 3600
    receiver.headers = {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}
    assert post(receiver).after is None


@pytest.mark.parametrize(
    ("raw", "trouble"),
    [
        (b"", Failure.BROKEN),
        (b"SSH-2.0-nothing here\r\n", Failure.BROKEN),
        (b"HTTP/1.1 abc\r\n\r\n", Failure.BROKEN),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n", Failure.BROKEN),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 10_000, ""),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000, Failure.BROKEN),
        (b"HTTP/1.1 200 OK\r\nno header\r\n\r\n", ""),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 10_000, Failure.BROKEN),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort", ""),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nno", ""),
    ],
)
def test_any_response_is_an_outcome(receiver, raw, trouble, caplog) -> None:
    receiver.raw = lambda out: out.write(raw)
    assert post(receiver).trouble == trouble
    assert caplog.records == [], "What strangers send is not written to the log"


def test_compressed_responses_are_not_decompressed(receiver) -> None:
    receiver.status, receiver.answer, receiver.headers = 200, b"\x1f\x8b packed", {"Content-Encoding": "gzip"}
    assert post(receiver).answer == "\ufffd packed"


@pytest.mark.parametrize("begun", [b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\nX: "])
def test_an_answer_that_comes_a_byte_at_a_time_is_waited_for_no_longer_than_in_all(
    receiver, monkeypatch, begun
) -> None:
    monkeypatch.setattr(http_client, "TOTAL_TIMEOUT", 0.5)

    def a_byte_at_a_time(out):
        out.write(begun)
        while True:  # until the listener is closed
            out.write(b"X")
            out.flush()
            time.sleep(0.02)

    receiver.raw = a_byte_at_a_time
    outcome = post(receiver)
    assert (outcome.trouble, outcome.status) == (Failure.TIME, None)
    assert 500 <= outcome.took < 2_000


def test_of_an_answer_that_does_not_end_the_status_counts(receiver, monkeypatch) -> None:
    monkeypatch.setattr(http_client, "TOTAL_TIMEOUT", 0.5)
    never = threading.Event()

    def without_end(out):
        out.write(b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nTaken")
        out.flush()
        never.wait(10)

    receiver.raw = without_end
    try:
        assert (post(receiver).trouble, post(receiver).status) == ("", 200)
    finally:
        never.set()


def test_a_receiver_that_says_nothing_is_not_waited_for(receiver, monkeypatch) -> None:
    monkeypatch.setattr(http_client, "READ_TIMEOUT", 0.05)
    never = threading.Event()
    receiver.raw = lambda out: never.wait(10)
    try:
        assert post(receiver).trouble == Failure.TIME
    finally:
        never.set()


def test_without_a_listener_no_connection_is_made() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        outside = NetworkAccess(policy=HOME, resolve=lambda host, port: ["127.0.0.1"])
        outcome = http_client.post(f"https://example.org:{port}/", b"", {}, outside)
    assert outcome.trouble == Failure.UNREACHABLE


# -- signatures --------------------------------------------------------------------------------------------------------


def test_the_signature_is_that_of_the_specification() -> None:
    """The example with which Standard Webhooks' own libraries are tested."""
    secret, message, body = (
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        '{"test": 2432232314}',
    )
    expected = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    assert signature(secret, message, 1614265330, body.encode()) == expected
    assert Webhook(secret).sign(message, datetime.fromtimestamp(1614265330.9, UTC), body) == expected


def test_a_secret_is_stored_locked_and_no_two_are_the_same() -> None:
    secret, other = signatures.new_secret(), signatures.new_secret()
    assert secret.startswith("whsec_") and secret != other
    stored = signatures.encrypt_secret(secret)
    assert secret.removeprefix("whsec_") not in stored
    assert signatures.decrypt_secret(stored) == secret
