"""The admin: curators edit cards, sets and other documents; admins also manage games and accounts.

Built on Django's own admin for its lists, permissions and look. The forms are generated from the schemas, and
everything that writes goes through `catalog.publishing`.
"""

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.utils.translation import gettext_lazy as _

from catalog.admin.audit_log import AuditAdmin
from catalog.admin.changesets import ChangesetAdmin
from catalog.admin.contributions import ContributionAdmin
from catalog.admin.dashboard import index
from catalog.admin.documents import CardAdmin, DocumentAdmin
from catalog.admin.drafts import DraftAdmin
from catalog.admin.releases import ReleaseAdmin
from catalog.admin.tables import TableAdmin
from catalog.admin.upcoming_releases import UpcomingAdmin
from catalog.admin.users import GroupAdmin, UserAdmin, login, own_password
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

admin.site.site_header = "Muster"
admin.site.site_title = "Muster"
admin.site.index_title = _("The catalog and its people")
admin.site.index = index  # type: ignore[method-assign, assignment]  # a page that redirects, too
# Log-in and password changes use the site's own pages, which count failed attempts and end sessions.
admin.site.login = login  # type: ignore[method-assign]
admin.site.password_change = own_password  # type: ignore[method-assign, assignment]  # a redirect

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
