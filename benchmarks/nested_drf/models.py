"""The tables: lists of words or clauses stay JSON, data that several cards can share are rows."""

from django.db import models


class Content(models.Model):
    """An object with its own key and URL."""

    key = models.CharField(primary_key=True, max_length=100)
    name = models.CharField(max_length=200, null=True)

    class Meta:
        abstract = True
        app_label = "nested_drf"


class Publisher(Content):
    """The publisher of a game."""


class License(Content):
    """The license of a set."""


class GameSystem(Content):
    notice = models.TextField()
    released = models.CharField(max_length=20, null=True)


class Document(Content):
    """A set of cards."""

    gamesystem = models.ForeignKey(GameSystem, models.CASCADE)
    publisher = models.ForeignKey(Publisher, models.CASCADE)
    licenses = models.ManyToManyField(License)
    desc = models.TextField(null=True)
    official = models.BooleanField(null=True)
    released = models.CharField(max_length=20, null=True)
    wave = models.CharField(max_length=100, null=True)


class CardType(Content):
    gamesystem = models.ForeignKey(GameSystem, models.CASCADE)


class Keyword(Content):
    gamesystem = models.ForeignKey(GameSystem, models.CASCADE)


class Card(Content):
    document = models.ForeignKey(Document, models.CASCADE, null=True)
    type = models.ForeignKey(CardType, models.CASCADE)
    keywords = models.ManyToManyField(Keyword)
    text = models.TextField(null=True)
    printed_class = models.CharField(max_length=100, null=True)
    unique = models.BooleanField(null=True)
    cost = models.IntegerField(null=True)
    level = models.IntegerField(null=True)
    attack = models.IntegerField(null=True)
    agility = models.IntegerField(null=True)
    health = models.IntegerField(null=True)
    armor = models.IntegerField(null=True)
    alignment = models.CharField(max_length=20, null=True)
    movement = models.CharField(max_length=20, null=True)
    slot = models.CharField(max_length=20, null=True)
    energy = models.JSONField(null=True)
    slots = models.JSONField(null=True)
    actions = models.JSONField(null=True)
    words = models.JSONField(default=dict)


class Weapon(models.Model):
    card = models.ForeignKey(Card, models.CASCADE, related_name="weapons")
    name = models.CharField(max_length=100, null=True)
    arc = models.CharField(max_length=20, null=True)
    melee = models.BooleanField(null=True)
    range = models.IntegerField(null=True)

    class Meta:
        app_label = "nested_drf"


class Source(models.Model):
    """The source of a fact of a card."""

    card = models.ForeignKey(Card, models.CASCADE, related_name="sources")
    place = models.CharField(max_length=100)
    source = models.TextField()
    note = models.TextField(null=True)
    page = models.IntegerField(null=True)
    checked = models.BooleanField()

    class Meta:
        app_label = "nested_drf"
