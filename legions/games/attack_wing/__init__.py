"""What the pages know of D&D Attack Wing: `page_adapter`, ready lists and the example of the home page."""
