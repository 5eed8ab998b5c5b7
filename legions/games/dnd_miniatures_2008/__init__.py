"""What the pages know of D&D Miniatures of 2008: `page_adapter`, ready lists and the example of the home page."""
