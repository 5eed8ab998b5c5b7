"""What the legion pages show, made ready for their templates: nothing here is stored, and nothing changes a legion."""
