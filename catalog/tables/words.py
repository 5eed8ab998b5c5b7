"""Words in tables, in the languages of the spreadsheet programs that they come from."""

import re

from catalog.documents.text_folding import fold

_YES = """
    yes y true ja wahr waar oui vrai sí verdadero sì vero sim verdadeiro tak prawda ano pravda sant sann igen igaz
    да истина evet doğru kyllä tosi
"""
_NO = """
    no n false nein falsch nee onwaar non faux falso não nie fałsz ne nepravda nej nei falskt falsk usann nem hamis
    нет ложь hayır yanlış ei epätosi
"""
BOOLEANS = {fold(word): value for words, value in ((_YES, True), (_NO, False)) for word in words.split()}
"""Words for yes and no in spreadsheets, folded."""

_COUNT = """
    count counts quantity quantities qty copies owned own have amount pieces pcs holding holdings
    anzahl menge stück stücke stk exemplare exemplar kopien besitz bestand habe vorhanden
    quantité quantités exemplaires exemplaire possédé possédés possédées
    cantidad cantidades copias unidades ejemplares tengo
    quantità copie posseduto possedute posseduti quantidade quantidades cópias exemplares tenho
    aantal stuks hoeveelheid exemplaren antal stycken ilość sztuk sztuki liczba počet kusů množství
    adet miktar darab mennyiség määrä kappaletta количество кол во штук 数量 枚数 個数
"""
_NUMBER = "number no nr num nº n° # × x total sum nombre número nummer numero numer číslo nro numri"
_NAME = """
    name names title card cardname karte karten kartenname titel bezeichnung nom carte cartes nombre carta cartas nome
    naam kaart kaarten namn kort nazwa karta název jméno figur figuren figure figures figurine figurines miniature
    miniatures miniatur miniaturen mini minis creature creatures kreatur kreaturen имя название карта 名前 カード名
"""
_OTHER_HEADINGS = """
    collector sammler set edition expansion series series year jahr price preis prix precio cost costs kosten coût coste
    value wert points punkte level stufe id page seite rarity foil trade tradelist want wants wanted wish wishlist need
    needed missing fehlt fehlend sell sale condition language date added slot hp health attack agility armor
"""
COUNT_WORDS, NUMBER_WORDS, NAME_WORDS, OTHER_WORDS = (
    frozenset(fold(word) for word in words.split()) for words in (_COUNT, _NUMBER, _NAME, _OTHER_HEADINGS)
)
"""Words in headings, by the meaning of the column: the number of copies, another number, a name, or another
property.
"""

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"[#×]|[^\W_]+[°º]?")


def heading_words(heading: str) -> list[str]:
    """Return the folded words of a heading; "CardCount", "card_count" and "Card count" have equal words."""
    return [fold(word) for word in _WORD.findall(_CAMEL.sub(" ", heading))]
