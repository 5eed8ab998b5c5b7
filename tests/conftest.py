"""What every test may use."""

import os

from hypothesis import HealthCheck, settings

# One fixed profile in CI and by default; `HYPOTHESIS_PROFILE=long` searches further.
settings.register_profile("default", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", max_examples=5_000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

