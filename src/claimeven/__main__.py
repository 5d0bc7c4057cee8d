"""Run `claimeven` as `python -m claimeven`."""

import sys

from claimeven.cli.main import main

sys.exit(main())
