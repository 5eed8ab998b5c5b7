"""The community: favorites, comments, profiles, reports and moderation."""
