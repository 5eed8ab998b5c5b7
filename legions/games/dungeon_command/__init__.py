"""What the pages know of Dungeon Command: `page_adapter`, ready lists and the example of the home page."""
