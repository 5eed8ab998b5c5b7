"""The builder: the forms that change a list, and the page that shows it.

`builder_page` puts the page together: `judged_table` is the list with its verdict, `drawer` the selected place with
the cards that could go there, `suggestions` the offers of the solver.
"""
