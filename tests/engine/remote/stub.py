"""A server on this machine that answers as it is told, and remembers what it was sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Stub:
    """What the server was sent, and where it is."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.paths: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.payloads: list[dict] = []


Reply = Callable[[dict], tuple[int, bytes]]


def chat(content: object) -> tuple[int, bytes]:
    """Return the answer of a chat model."""
    return 200, json.dumps({"choices": [{"message": {"content": content}}]}).encode()


@contextmanager
def serving(reply: Reply, *, wait: threading.Event | None = None) -> Iterator[Stub]:
    """Serve until the block ends; with ``wait``, no answer comes before it is set."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            stub.paths.append(self.path)
            stub.headers.append(dict(self.headers))
            stub.payloads.append(json.loads(body))
            if wait is not None:
                wait.wait(20)
            status, answer = reply(stub.payloads[-1])
            try:
                self.send_response(status)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)
            except OSError:
                pass  # the caller did not wait for it

        def log_message(self, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    stub = Stub(f"http://127.0.0.1:{server.server_address[1]}/v1")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        if wait is not None:
            wait.set()
        server.shutdown()
        server.server_close()
        thread.join()
