"""Quality Lab's engine: typed, UI-free, deterministic."""

from engine.version import __version__

__all__ = ["__version__"]
