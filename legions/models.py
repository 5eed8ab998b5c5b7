"""Django's way to the models of this app: each stands with its feature."""

from .accounts import models as _accounts  # noqa: F401
from .api_tokens import models as _api_tokens  # noqa: F401
from .campaigns import models as _campaigns  # noqa: F401
from .collection import models as _collection  # noqa: F401
from .community import models as _community  # noqa: F401
from .mails import models as _mails  # noqa: F401
from .notifications import models as _notifications  # noqa: F401
from .own_numbers import models as _own_numbers  # noqa: F401
from .saved_lists import models as _saved_lists  # noqa: F401
from .sharing import models as _sharing  # noqa: F401
from .webhooks import models as _webhooks  # noqa: F401
