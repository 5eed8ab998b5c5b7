"""The lists that an account or a guest keeps: storing, undo, history, trash, comparison and the page of one's lists."""
