"""The models of this app, imported for Django. Each is defined in the package of its feature."""

from legions.accounts import models as _accounts  # noqa: F401
from legions.api_tokens import models as _api_tokens  # noqa: F401
from legions.campaigns import models as _campaigns  # noqa: F401
from legions.collection import models as _collection  # noqa: F401
from legions.community import models as _community  # noqa: F401
from legions.mails import models as _mails  # noqa: F401
from legions.notifications import models as _notifications  # noqa: F401
from legions.own_numbers import models as _own_numbers  # noqa: F401
from legions.saved_lists import models as _saved_lists  # noqa: F401
from legions.saved_lists import share_keys as _share_keys  # noqa: F401
from legions.shelf import models as _shelf  # noqa: F401
from legions.watching import models as _watching  # noqa: F401
from legions.webhooks import models as _webhooks  # noqa: F401
