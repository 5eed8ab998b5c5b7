"""What the pages know of D&D Miniatures of 2003: `page_adapter`, ready lists and the example of the home page."""
