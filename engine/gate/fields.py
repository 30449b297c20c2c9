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
        self.paths = {path: path for path in self._data}
        """JSON paths by the names and paths that mean exactly one field."""

        for name, paths in self._by_name.items():
            if len(paths) == 1:
                self.paths.setdefault(name, next(iter(paths)))
        self.inputs = frozenset(field.name for field in tool.consumes)
        """Names of what the tool takes."""

        self.answers = frozenset(path for path, is_data in self._data.items() if is_data)
        """JSON paths of the fields that carry data, rather than name a record."""

    def resolve(self, label: str) -> str | None:
        """Return the JSON path that ``label`` means; None for no field, or for several."""
        return self.paths.get(label)

    def why_unresolved(self, label: str) -> str:
        """Say what there is instead of one field of this name."""
        count = len(self._by_name.get(label, ()))
        return f"{count} fields of this name; a JSON path tells them apart" if count else "no field"
