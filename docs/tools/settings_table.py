"""Generate the tables of docs/configuration.md: every key of the configuration file.

    python docs/tools/settings_table.py

writes them between the markers "settings".
"""

from __future__ import annotations

from dataclasses import fields
from typing import get_type_hints

from inserts import insert

from companion.cli.common.config import Configuration
from companion.config import describe_settings


def tables() -> str:
    """Return a Markdown table for every section."""
    parts = []
    sections = get_type_hints(Configuration)
    for each in fields(Configuration):
        section = sections[each.name]
        lines = [f"### `[{each.name}]`", "", section.__doc__, ""]
        lines += ["| key | meaning | value | default | effect |", "|---|---|---|---|---|"]
        for one in describe_settings(section):
            default = f"`{one.default}`" if one.default else "not set"
            lines.append(f"| `{one.key}` | {one.title} | {one.form} | {default} | {one.description} |")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    insert("docs/configuration.md", "settings", tables())
