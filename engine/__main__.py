"""``python -m engine`` is ``quality-lab``."""

import sys

from engine.cli import main

sys.exit(main())
