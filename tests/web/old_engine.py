"""Open a page in the engine of PyQt6-WebEngine 6.4, Chromium 102 of 2022, and print the answers of scripts.

    PYTHON old_engine.py ADDRESS SCRIPT...

PYTHON has PyQt6-WebEngine 6.4. Each script is an expression. It is repeated until it is neither null nor
false, and its value is printed as a line of JSON. Then the errors of the page's console follow, a line each.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QTWEBENGINE_CHROMIUM_FLAGS", "--disable-gpu --no-sandbox")

from PyQt6.QtCore import QTimer, QUrl
from PyQt6.QtWebEngineCore import QWebEnginePage
from PyQt6.QtWebEngineWidgets import QWebEngineView
from PyQt6.QtWidgets import QApplication

REPEAT_MS = 200
SIZE_PX = (1024, 768)


class Page(QWebEnginePage):
    """A page that collects the errors of its console."""

    errors: list[str]

    def javaScriptConsoleMessage(self, level: Any, message: str, line: int, source: str) -> None:  # noqa: N802 (Qt)
        """Store an error."""
        if level == QWebEnginePage.JavaScriptConsoleMessageLevel.ErrorMessageLevel:
            self.errors.append(f"{source}:{line}: {message}")


def main(address: str, *scripts: str) -> None:
    """Open the address and run the scripts, one after the other."""
    app = QApplication(sys.argv[:1])
    view = QWebEngineView()
    page = Page(view)
    page.errors = []
    view.setPage(page)
    view.resize(*SIZE_PX)
    view.show()
    left = list(scripts)

    def run_next() -> None:
        if left:
            page.runJavaScript(f"JSON.stringify({left[0]})", accept)
        else:
            app.quit()

    def accept(answer: str | None) -> None:
        if answer not in (None, "", "null", "false"):
            print(answer, flush=True)
            left.pop(0)
        QTimer.singleShot(REPEAT_MS, run_next)

    page.load(QUrl(address))
    run_next()
    app.exec()
    print("\n".join(json.dumps(error) for error in page.errors))


if __name__ == "__main__":
    main(*sys.argv[1:])
