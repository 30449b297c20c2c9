"""Which field of a tool is meant by a name or a JSON path."""

from __future__ import annotations

from engine.models.tool import Tool


class DeclaredFields:
    """The inputs and outputs of one tool, by name and JSON path.

    An input and an output at one path are one field: what is asked of an ``amount`` holds for the
    one that is paid and for the one that comes back.

    Parameters
    ----------
    tool : Tool
        Of the current catalog.
    """

    def __init__(self, tool: Tool) -> None:
        self._by_name: dict[str, dict[str, None]] = {}
        self._data: dict[str, bool] = {}
        for field in (*tool.consumes, *tool.produces):
            self._by_name.setdefault(field.name, {})[field.json_path] = None
            is_data = field.identifier is None and self._data.get(field.json_path, True)
            self._data[field.json_path] = is_data
        self._paths = {path: path for path in self._data}
        for name, paths in self._by_name.items():
            if len(paths) == 1:
                self._paths.setdefault(name, next(iter(paths)))

    def resolve(self, label: str) -> str | None:
        """Return the JSON path that ``label`` means; None for no field, or for several."""
        return self._paths.get(label)

    def is_answer(self, path: str) -> bool:
        """Whether a declared field carries data, rather than name a record."""
        return self._data[path]

    def why_unresolved(self, label: str) -> str:
        """Say what there is instead of one field of this name."""
        count = len(self._by_name.get(label, ()))
        return f"{count} fields of this name; a JSON path tells them apart" if count else "no field"
