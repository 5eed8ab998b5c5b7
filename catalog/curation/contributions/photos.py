"""Photos of contributions. The photo of a sheet belongs to all of its contributions, and is deleted with the last
one.
"""

from collections.abc import Collection

from catalog.models import Contribution, ContributionPhoto


def photo_of(contribution: Contribution) -> ContributionPhoto | None:
    """Return the photo of a contribution, or of the sheet that it belongs to; None without one."""
    own = ContributionPhoto.objects.filter(contribution=contribution).first()
    if own is not None or not contribution.sheet or contribution.by_id is None:
        return own
    together = {"by": contribution.by_id, "sheet": contribution.sheet, "record__game": contribution.record.game}
    found = ContributionPhoto.objects.filter(**{f"contribution__{key}": value for key, value in together.items()})
    return found.order_by("pk").first()


def pass_on(numbers: Collection[int]) -> None:
    """Delete the photos of closed contributions. The photo of a sheet moves to another open contribution of it."""
    found = ContributionPhoto.objects.filter(contribution__in=numbers).select_related("contribution__record")
    for photo in found:
        contribution = photo.contribution
        others = Contribution.objects.offered().filter(
            by=contribution.by_id, sheet=contribution.sheet, record__game=contribution.record.game
        )
        heir = others.exclude(pk__in=numbers).filter(photo=None).order_by("pk").first() if contribution.sheet else None
        if heir is None:
            photo.delete()
        else:
            ContributionPhoto.objects.filter(pk=photo.pk).update(contribution=heir)
