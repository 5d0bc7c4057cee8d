"""`python -m claimeven`, which is `claimeven`."""

import sys

from claimeven.cli.main import main

sys.exit(main())
