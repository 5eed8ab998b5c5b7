"""The admin: curators edit cards, sets and other documents; admins also manage games and accounts.

Built on Django's own admin for its lists, permissions and look. The forms are generated from the schemas, and
everything that writes goes through `catalog.publishing`.
"""

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group

from catalog.admin.audit_log import AuditAdmin
from catalog.admin.changesets import ChangesetAdmin
from catalog.admin.contributions import ContributionAdmin
from catalog.admin.documents import CardAdmin, DocumentAdmin
from catalog.admin.drafts import DraftAdmin
from catalog.admin.releases import ReleaseAdmin
from catalog.admin.tables import TableAdmin
from catalog.admin.upcoming_releases import UpcomingAdmin
from catalog.admin.users import GroupAdmin, UserAdmin
from catalog.models import (
    Adventure,
    AuditEntry,
    Card,
    CardSet,
    Changeset,
    Contribution,
    Draft,
    Format,
    Game,
    HouseRule,
    Reference,
    Release,
    Rulebook,
    Ruling,
    Section,
    TableImport,
    UpcomingRelease,
)

admin.site.register(Card, CardAdmin)
admin.site.register([CardSet, Format, HouseRule, Ruling, Adventure, Reference, Rulebook, Section, Game], DocumentAdmin)
admin.site.register(Draft, DraftAdmin)
admin.site.register(Changeset, ChangesetAdmin)
admin.site.register(UpcomingRelease, UpcomingAdmin)
admin.site.register(Release, ReleaseAdmin)
admin.site.register(Contribution, ContributionAdmin)
admin.site.register(TableImport, TableAdmin)
admin.site.register(AuditEntry, AuditAdmin)
for model, model_admin in ((get_user_model(), UserAdmin), (Group, GroupAdmin)):
    admin.site.unregister(model)
    admin.site.register(model, model_admin)
