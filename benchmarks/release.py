"""Release previews for 100,000 stored legions: the time for a single process, as in the worker."""

import subprocess
import sys

from benchmarks.report import Target, line
from benchmarks.serving import ROOT, catalog

LEGIONS = 100_000
DISTINCT = 400
"""The number of different legions of each game."""
PREVIEW = """
import copy, itertools, resource, sys, time, uuid
import django
django.setup()
from django.contrib.auth import get_user_model
from django.utils import timezone
from benchmarks import sample
from catalog import publishing
from catalog.models import Revision
from catalog.publishing import previews, upcoming_releases
from legions.saved_lists.models import Legion

owner = get_user_model().objects.create(username="bench", is_superuser=True, is_staff=True)
made = [sample.legions(int(sys.argv[2]), game=game) for game in sample.games()]
rows = itertools.islice(itertools.cycle(itertools.chain(*made)), int(sys.argv[1]))
legions = (
    Legion(id=uuid.uuid4(), owner=owner, game=one["game"], document={**one, "release": 1}, updated_at=timezone.now())
    for one in rows
)
while chunk := list(itertools.islice(legions, 2_000)):
    Legion.objects.bulk_create(chunk)
for game in sample.games():
    card = Revision.objects.newest().of_type("card", game).filter(cost__isnull=False).first()
    card = card or Revision.objects.newest().of_type("card", game).first()
    document = {**card.document, "text": "Another text."}
    changed = {**document, **({"cost": 99} if "cost" in document else {})}
    draft = publishing.save_and_submit(changed, by=None, why="Bench", sources_hold=None)
    publishing.approve(draft.record, by=owner, expected=publishing.edit_token(draft.record))
upcoming = upcoming_releases.create_upcoming(by=owner, why="Bench")
preview = previews.request_preview(upcoming, by=None)
wall, cpu = time.perf_counter(), time.process_time()
previews.compute_preview.call(preview.key)
wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
preview.refresh_from_db()
told = preview.told["legions"]
print(wall, cpu, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, told["total"], told["private"])
"""


def measure() -> str | None:
    """Print the time and memory of a preview over legions of every game."""
    with catalog() as environment:
        done = subprocess.run(
            [sys.executable, "-c", PREVIEW, str(LEGIONS), str(DISTINCT)],
            env={**environment, "DJANGO_SETTINGS_MODULE": "config.settings"},
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
    if done.returncode:
        return done.stderr.strip().splitlines()[-1]
    wall, cpu, memory, total, changed = map(float, done.stdout.split())
    line(
        f"{total:,.0f} legions, {changed:,.0f} of them changed",
        f"{wall:,.1f} s",
        Target(must=120, at_most=True).by(wall),
    )
    line("of which this process computed", f"{cpu:,.1f} s")
    line("legions held against both releases", f"{total / wall:,.0f} /s")
    line("memory at most", f"{memory:,.0f} MB")
    return None
