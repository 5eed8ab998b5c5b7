"""Set sheets: tables of a set's cards and the facts that decide lists, with editable cells.

Entered facts become own numbers (`legions.own_numbers`) and can be offered to the curators together.
"""
