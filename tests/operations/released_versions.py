"""The released versions whose databases can be upgraded directly."""

from catalog.database import former_versions

RELEASED = {
    "0.1.1": former_versions.LAST_COMMIT,
    "0.2.0": "331db2191439e6470b7088d1549ff4e746b71e5c",
}
"""Their commits, the last released version last."""
