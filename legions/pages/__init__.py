"""Pages about Muster itself: the home page, rules, developers, site maps, legal notices and the theme switch."""
