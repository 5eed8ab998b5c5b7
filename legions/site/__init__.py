"""What belongs to no one feature: the home page, pages of rules, errors, site maps, languages and static files."""
