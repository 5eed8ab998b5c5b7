"""A watch for errors that must not occur on any page in any test."""

from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Page, Request, Response, WebError

# Chromium reports a violation of the content security policy in its console, unless a listener on the page stops it.
BREACHES = """addEventListener("securitypolicyviolation", (event) => {
  console.error(`policy: ${event.violatedDirective} refuses ${event.blockedURI} in ${event.documentURI}`);
});"""


GIVEN_UP = ("htmx:sendAbort", "htmx:afterRequest")
"""Errors that htmx writes for a request that the page replaced with a newer one, as during a search. The second is
written for every request without a response; a lost one also writes `htmx:sendError`.
"""


class ErrorWatch:
    """A watch that records errors in browser contexts.

    It records: errors and warnings in the console, script errors, violations of the content security policy, requests
    to another host, responses of 500 and above, dialogs; and at the end a page that scrolls sideways.
    """

    def __init__(self, address: str) -> None:
        self.host = urlsplit(address).netloc
        self.complaints: list[str] = []
        self._contexts: list[BrowserContext] = []
        self._foreseen = set(GIVEN_UP)
        self._leaves = False

    def set_over(self, context: BrowserContext) -> None:
        """Watch every page of `context` from now on."""
        self._contexts.append(context)
        context.add_init_script(BREACHES)
        context.on("console", self._console)
        context.on("weberror", self._script_error)
        context.on("request", self._request)
        context.on("response", self._response)
        context.on("dialog", self._dialog)

    def foresee(self, message: str) -> None:
        """Ignore console messages that contain these words, which the test itself provokes.

        Chromium logs each response with a status of 400 or more in the console: `status of 409`.
        """
        self._foreseen.add(message)

    def let_leave(self) -> None:
        """From now on, accept the dialog in which a page asks whether to leave it."""
        self._leaves = True

    def look_around(self) -> None:
        """Record the open pages that scroll sideways."""
        for context in self._contexts:
            for page in context.pages:
                self.measure(page)

    def measure(self, page: Page) -> None:
        """Record a page that is wider than its window."""
        wide, window = page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
        if wide > window:
            self.complaints.append(f"sideways: {page.url} is {wide} px wide in a window of {window} px")

    def take(self) -> list[str]:
        """Return the complaints so far and clear them."""
        complaints, self.complaints = self.complaints, []
        return complaints

    def _console(self, message: ConsoleMessage) -> None:
        if message.type not in {"error", "warning"}:
            return
        if not any(words in message.text for words in self._foreseen):
            self.complaints.append(f"console: {message.text} ({message.location['url']})")

    def _script_error(self, error: WebError) -> None:
        self.complaints.append(f"script: {error.error}")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob", "about"} and parts.netloc != self.host:
            self.complaints.append(f"elsewhere: {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self.complaints.append(f"status: {response.status} from {response.url}")

    def _dialog(self, dialog: Dialog) -> None:
        if self._leaves and dialog.type == "beforeunload":
            dialog.accept()
            return
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()
