"""The builder: changes to a legion, the forms that ask for them, and the page that shows it.

`changes` has the changes that every game knows, `extras` those that only some do; transfers, owned cards and own
facts have modules of their own. `builder_page` puts the page together: `table_layout` the list, `candidate_list` the
cards beside it, `suggestions` what fixes, repairs and completes.
"""
