"""All tables of lists, of the people who keep them and of the community, and the group of moderators.

It replaces the migrations up to the last one of version 0.1.1, which is all that `replaces` needs to name: `migrate`
refuses a database in which that one is not applied.
"""

import django.db.models.deletion
import django.db.models.fields.json
import django.db.models.functions.comparison
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


def make_moderators(apps, schema_editor):
    apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias).get_or_create(name="moderator")


class Migration(migrations.Migration):

    replaces = [('legions', '0031_outgoing_mails')]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Legion',
            fields=[
                ('document', models.JSONField()),
                ('what', models.CharField(max_length=300)),
                ('undo_to', models.PositiveIntegerField(null=True)),
                ('redo_to', models.PositiveIntegerField(null=True)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('guest_key', models.CharField(blank=True, editable=False, max_length=64, null=True)),
                ('game', models.CharField(max_length=100, verbose_name='game')),
                ('version', models.PositiveIntegerField(default=1)),
                ('share_key', models.CharField(editable=False, max_length=64, null=True, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('updated_at', models.DateTimeField()),
                ('deleted_at', models.DateTimeField(blank=True, null=True)),
                ('owner', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='legions', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
                ('shows_collection', models.BooleanField(db_default=False, default=False, editable=False)),
                ('origin', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='copies', to='legions.legion')),
                ('public', models.BooleanField(db_default=False, default=False, editable=False)),
                ('favoured', models.PositiveIntegerField(db_default=0, default=0, editable=False, verbose_name='marked by')),
                ('format', models.GeneratedField(db_persist=True, expression=django.db.models.functions.comparison.NullIf(django.db.models.fields.json.KeyTextTransform('format', 'document'), models.Value('null', output_field=models.TextField())), output_field=models.CharField(max_length=200, null=True))),
                ('published_at', models.DateTimeField(editable=False, null=True, verbose_name='shown since')),
                ('searched', models.TextField(db_default='', default='', editable=False)),
                ('archived_at', models.DateTimeField(blank=True, null=True)),
                ('family', models.UUIDField(editable=False, null=True)),
                ('folder', models.CharField(blank=True, db_default='', default='', max_length=60)),
                ('origin_state', models.PositiveIntegerField(editable=False, null=True)),
                ('mark', models.CharField(blank=True, choices=[('', 'Neither'), ('built', 'Built'), ('wanted', 'Wanted')], db_default='', default='', editable=False, max_length=10)),
                ('barred', models.BooleanField(db_default=False, default=False, editable=False)),
                ('comments_closed', models.BooleanField(db_default=False, default=False, editable=False)),
                ('stored', models.PositiveBigIntegerField(db_default=0, default=0, editable=False)),
                ('limit', models.GeneratedField(db_persist=True, expression=django.db.models.functions.comparison.Cast(django.db.models.functions.comparison.NullIf(django.db.models.fields.json.KeyTextTransform('points', 'document'), models.Value('null', output_field=models.TextField())), models.IntegerField()), output_field=models.IntegerField(null=True))),
            ],
            options={
                'indexes': [models.Index(fields=['owner', '-updated_at'], name='legion_of_owner'), models.Index(fields=['guest_key', '-updated_at'], name='legion_of_guest'), models.Index(condition=models.Q(('public', True)), fields=['-published_at', '-id'], name='legion_public_new'), models.Index(condition=models.Q(('public', True)), fields=['game', '-published_at', '-id'], name='legion_public_game'), models.Index(condition=models.Q(('public', True)), fields=['-favoured', '-published_at', '-id'], name='legion_public_favoured'), models.Index(condition=models.Q(('family__isnull', False)), fields=['family'], name='legion_family'), models.Index(fields=['owner', 'deleted_at', 'stored'], name='legion_size_of_owner'), models.Index(fields=['guest_key', 'deleted_at', 'stored'], name='legion_size_of_guest'), models.Index(condition=models.Q(('public', True)), fields=['game', 'limit', '-published_at', '-id'], name='legion_public_limit'), models.Index(condition=models.Q(('public', True)), fields=['id'], name='legion_public_id')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('guest_key__isnull', True), ('owner__isnull', False)), models.Q(('guest_key__isnull', False), ('owner__isnull', True)), _connector='OR'), name='legion_has_one_holder'), models.CheckConstraint(condition=models.Q(('share_key__isnull', True), models.Q(('share_key', ''), _negated=True), _connector='OR'), name='legion_share_key_not_empty'), models.CheckConstraint(condition=models.Q(('public', False), models.Q(('owner__isnull', False), ('share_key__isnull', False)), _connector='OR'), name='legion_public_is_shared_by_account'), models.CheckConstraint(condition=models.Q(('public', False), ('published_at__isnull', False), _connector='OR'), name='legion_public_since_a_time'), models.CheckConstraint(condition=models.Q(('public', False), ('barred', False), _connector='OR'), name='legion_public_is_not_barred')],
                'verbose_name': 'legion',
                'verbose_name_plural': 'legions',
            },
        ),
        migrations.CreateModel(
            name='LegionRevision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('document', models.JSONField()),
                ('what', models.CharField(max_length=300)),
                ('undo_to', models.PositiveIntegerField(null=True)),
                ('redo_to', models.PositiveIntegerField(null=True)),
                ('number', models.PositiveIntegerField()),
                ('once', models.CharField(blank=True, default='', max_length=64)),
                ('saved_at', models.DateTimeField()),
                ('legion', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='legions.legion')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('legion', 'number'), name='legion_revision_number'), models.UniqueConstraint(condition=models.Q(('once', ''), _negated=True), fields=('once',), name='legion_revision_once')],
            },
        ),
        migrations.CreateModel(
            name='Profile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text='Shown beside the legions this person shares.', max_length=60)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='profile', to=settings.AUTH_USER_MODEL)),
                ('handle', models.CharField(editable=False, max_length=30, null=True, unique=True)),
                ('shown', models.BooleanField(db_default=False, default=False, editable=False)),
                ('barred', models.BooleanField(db_default=False, default=False, editable=False)),
                ('skeleton', models.CharField(db_default='', db_index=True, default='', editable=False, max_length=255)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('shown', False), ('handle__isnull', False), _connector='OR'), name='profile_shown_has_an_address')],
            },
        ),
        migrations.CreateModel(
            name='EndedLink',
            fields=[
                ('key_hash', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('ended_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Collection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('guest_key', models.CharField(blank=True, editable=False, max_length=64, null=True)),
                ('game', models.CharField(max_length=100)),
                ('cards', models.JSONField(default=dict)),
                ('packs', models.JSONField(default=dict)),
                ('before', models.JSONField(null=True)),
                ('what', models.CharField(blank=True, default='', max_length=300)),
                ('version', models.PositiveIntegerField(default=1)),
                ('updated_at', models.DateTimeField()),
                ('owner', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='collections', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('guest_key__isnull', True), ('owner__isnull', False)), models.Q(('guest_key__isnull', False), ('owner__isnull', True)), _connector='OR'), name='collection_has_one_holder'), models.UniqueConstraint(fields=('owner', 'game'), name='collection_of_owner'), models.UniqueConstraint(fields=('guest_key', 'game'), name='collection_of_guest')],
            },
        ),
        migrations.CreateModel(
            name='Favourite',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key_hash', models.CharField(max_length=64)),
                ('marked_at', models.DateTimeField(auto_now_add=True)),
                ('legion', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='favourites', to='legions.legion')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='favourites', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', '-id'], name='favourite_of_user')],
                'constraints': [models.UniqueConstraint(fields=('user', 'legion'), name='favourite_once')],
            },
        ),
        migrations.CreateModel(
            name='DeletedAccount',
            fields=[
                ('number', models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ('deleted_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Comment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField()),
                ('once', models.CharField(blank=True, default='', max_length=64)),
                ('hidden', models.CharField(blank=True, choices=[('', 'shown'), ('owner', 'hidden by the owner of the list'), ('moderator', 'hidden by a moderator')], default='', max_length=20)),
                ('written_at', models.DateTimeField()),
                ('edited_at', models.DateTimeField(null=True)),
                ('deleted_at', models.DateTimeField(null=True)),
                ('answers', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='answered_by', to='legions.comment')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='comments', to=settings.AUTH_USER_MODEL)),
                ('legion', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='comments', to='legions.legion')),
            ],
            options={
                'indexes': [models.Index(fields=['legion', 'id'], name='comment_of_legion'), models.Index(fields=['by', '-written_at'], name='comment_by_time')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('once', ''), _negated=True), fields=('by', 'once'), name='comment_once'), models.CheckConstraint(condition=models.Q(('deleted_at__isnull', True), ('text', ''), _connector='OR'), name='comment_deleted_is_empty')],
            },
        ),
        migrations.CreateModel(
            name='Silence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateTimeField(null=True)),
                ('why', models.CharField(max_length=300)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='silence', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('digest', models.CharField(max_length=128, primary_key=True, serialize=False)),
                ('token_key', models.CharField(db_index=True, max_length=25)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('expiry', models.DateTimeField(blank=True, null=True)),
                ('number', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('name', models.CharField(max_length=60)),
                ('scope', models.CharField(choices=[('read', 'Read your lists'), ('legions', 'Read and change your lists'), ('hooks', 'Manage your webhooks'), ('offer', 'Suggest card details, and see what became of them'), ('curate', 'Curate the games you look after')], max_length=10)),
                ('last_used_at', models.DateTimeField(editable=False, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='auth_token_set', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'name'), name='token_name_once'), models.CheckConstraint(condition=models.Q(('expiry__isnull', False)), name='token_expires')],
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('number', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('url', models.CharField(max_length=500)),
                ('secret', models.TextField()),
                ('former_secret', models.TextField(default='')),
                ('former_until', models.DateTimeField(null=True)),
                ('site', models.CharField(max_length=200)),
                ('language', models.CharField(max_length=10)),
                ('off', models.CharField(choices=[('owner', 'Switched off by you'), ('failing', 'Turned off: nothing could be delivered for days'), ('gone', 'Turned off: the response was 410')], default='', max_length=10)),
                ('failed', models.PositiveSmallIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['created_at', 'number'],
                'constraints': [models.UniqueConstraint(fields=('user', 'url'), name='webhook_once'), models.CheckConstraint(condition=models.Q(('off__in', ['', 'owner', 'failing', 'gone'])), name='webhook_off_known')],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('number', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('event', models.CharField(choices=[('release.published', 'A release'), ('ping', 'A test')], max_length=20)),
                ('release', models.PositiveIntegerField(null=True)),
                ('body', models.TextField()),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('delivered', 'Delivered'), ('failed', 'Not delivered')], default='waiting', max_length=10)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('next_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField()),
                ('hook', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='legions.webhook')),
            ],
            options={
                'ordering': ['-created_at', '-number'],
                'indexes': [models.Index(fields=['hook', '-created_at'], name='delivery_of_hook'), models.Index(fields=['created_at'], name='delivery_by_age')],
                'constraints': [models.UniqueConstraint(fields=('hook', 'release'), name='delivery_of_release_once'), models.CheckConstraint(condition=models.Q(models.Q(('next_at__isnull', False), ('state', 'waiting')), models.Q(models.Q(('state', 'waiting'), _negated=True), ('next_at__isnull', True)), _connector='OR'), name='delivery_waits_for_a_time')],
            },
        ),
        migrations.CreateModel(
            name='Alert',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('told', models.PositiveIntegerField(default=0)),
                ('origin', models.CharField(max_length=300)),
                ('language', models.CharField(max_length=20)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='alert', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='SpentCode',
            fields=[
                ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('until', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='AccountName',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='account_name', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('name', models.CharField(max_length=150)),
                ('skeleton', models.CharField(max_length=255, null=True, unique=True)),
                ('typed_skeleton', models.CharField(max_length=255, null=True, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name='OwnNumbers',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('guest_key', models.CharField(blank=True, editable=False, max_length=64, null=True)),
                ('game', models.CharField(max_length=100)),
                ('facts', models.JSONField(default=dict)),
                ('what', models.CharField(blank=True, default='', max_length=300)),
                ('version', models.PositiveIntegerField(default=1)),
                ('updated_at', models.DateTimeField()),
                ('owner', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='own_numbers', to=settings.AUTH_USER_MODEL)),
                ('undo_steps', models.JSONField(default=list)),
                ('redo_steps', models.JSONField(default=list)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('guest_key__isnull', True), ('owner__isnull', False)), models.Q(('guest_key__isnull', False), ('owner__isnull', True)), _connector='OR'), name='own_numbers_have_one_holder'), models.UniqueConstraint(fields=('owner', 'game'), name='own_numbers_of_owner'), models.UniqueConstraint(fields=('guest_key', 'game'), name='own_numbers_of_guest')],
            },
        ),
        migrations.CreateModel(
            name='IdempotencyRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64)),
                ('asked', models.CharField(max_length=64)),
                ('legion', models.UUIDField(null=True)),
                ('body', models.TextField(default='')),
                ('mark', models.CharField(default='', max_length=40)),
                ('until', models.DateTimeField(db_index=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='made_once_key')],
                'db_table': 'legions_madeonce',
            },
        ),
        migrations.CreateModel(
            name='DeliveryAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('at', models.DateTimeField()),
                ('took', models.PositiveIntegerField(help_text='Milliseconds.')),
                ('status', models.PositiveSmallIntegerField(null=True)),
                ('trouble', models.CharField(choices=[('status', 'The response status was not 200 to 299.'), ('redirect', 'The response is a redirect. Redirects are not followed.'), ('name-not-found', 'Unknown host name.'), ('address-not-allowed', 'The name leads to an address that is not on the open internet.'), ('no-connection', 'The connection failed.'), ('not-secure', 'TLS error: check the certificate.'), ('too-slow', 'No response in time.'), ('no-http', 'The response was not valid HTTP.'), ('no-secret', 'This site cannot read the secret any more. Make a new one.')], default='', max_length=20)),
                ('answer', models.CharField(default='', max_length=500)),
                ('delivery', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='log', to='legions.delivery')),
            ],
            options={
                'ordering': ['at', 'pk'],
                'db_table': 'legions_try',
            },
        ),
        migrations.CreateModel(
            name='PublicCard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=100)),
                ('slug', models.CharField(max_length=200)),
                ('legion', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='public_cards', to='legions.legion')),
            ],
            options={
                'indexes': [models.Index(fields=['game', 'slug', 'legion'], name='public_card_found')],
                'constraints': [models.UniqueConstraint(fields=('legion', 'slug'), name='public_card_once')],
            },
        ),
        migrations.CreateModel(
            name='Campaign',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('guest_key', models.CharField(blank=True, db_index=True, editable=False, max_length=64, null=True)),
                ('game', models.CharField(max_length=100, verbose_name='game')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('head', models.JSONField(default=dict, editable=False)),
                ('plan', models.JSONField(default=list, editable=False)),
                ('entered', models.PositiveIntegerField(default=0, editable=False, verbose_name='entries')),
                ('invite_key', models.CharField(editable=False, max_length=64, null=True, unique=True)),
                ('share_key', models.CharField(editable=False, max_length=64, null=True, unique=True)),
                ('created_at', models.DateTimeField(editable=False, verbose_name='started')),
                ('updated_at', models.DateTimeField(editable=False, verbose_name='last change')),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='campaigns', to=settings.AUTH_USER_MODEL, verbose_name='led by')),
            ],
            options={
                'verbose_name': 'campaign',
                'verbose_name_plural': 'campaigns',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('guest_key__isnull', True), ('owner__isnull', False)), models.Q(('guest_key__isnull', False), ('owner__isnull', True)), _connector='OR'), name='campaign_has_one_holder')],
            },
        ),
        migrations.CreateModel(
            name='CampaignEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('document', models.JSONField()),
                ('by', models.CharField(blank=True, default='', max_length=60)),
                ('once', models.CharField(blank=True, default='', max_length=64)),
                ('entered_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='legions.campaign')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('campaign', 'number'), name='campaign_entry_number'), models.UniqueConstraint(condition=models.Q(('once', ''), _negated=True), fields=('campaign', 'once'), name='campaign_entry_once')],
            },
        ),
        migrations.CreateModel(
            name='CampaignList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.CharField(max_length=60)),
                ('adventure', models.CharField(max_length=200)),
                ('side', models.CharField(max_length=200)),
                ('campaign', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lists', to='legions.campaign')),
                ('legion', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='campaign_list', to='legions.legion')),
            ],
            options={
                'indexes': [models.Index(fields=['campaign', 'player', 'adventure'], name='campaign_list_of_player')],
            },
        ),
        migrations.CreateModel(
            name='CampaignOpinion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.CharField(max_length=60)),
                ('agrees', models.BooleanField()),
                ('why', models.CharField(blank=True, default='', max_length=300)),
                ('given_at', models.DateTimeField()),
                ('entry', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='opinions', to='legions.campaignentry')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('entry', 'player'), name='campaign_opinion_once'), models.CheckConstraint(condition=models.Q(('agrees', False), ('why', ''), _connector='OR'), name='campaign_opinion_reason_of_dispute')],
            },
        ),
        migrations.CreateModel(
            name='CampaignSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.CharField(max_length=60)),
                ('guest_key', models.CharField(blank=True, db_index=True, editable=False, max_length=64, null=True)),
                ('taken_at', models.DateTimeField()),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='legions.campaign')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='campaign_seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('campaign', 'player'), name='campaign_seat_once'), models.UniqueConstraint(fields=('campaign', 'user'), name='campaign_seat_of_user'), models.UniqueConstraint(fields=('campaign', 'guest_key'), name='campaign_seat_of_guest'), models.CheckConstraint(condition=models.Q(models.Q(('guest_key__isnull', True), ('user__isnull', False)), models.Q(('guest_key__isnull', False), ('user__isnull', True)), _connector='OR'), name='campaign_seat_has_one_holder')],
            },
        ),
        migrations.CreateModel(
            name='SharedAdventure',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('game', models.CharField(max_length=100, verbose_name='game')),
                ('slug', models.CharField(max_length=200)),
                ('document', models.JSONField()),
                ('share_key', models.CharField(editable=False, max_length=64, null=True, unique=True)),
                ('barred', models.BooleanField(db_default=False, default=False, editable=False, verbose_name='hidden by a moderator')),
                ('shared_at', models.DateTimeField(verbose_name='published')),
                ('campaign', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='shared_adventures', to='legions.campaign')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shared_adventures', to=settings.AUTH_USER_MODEL, verbose_name='of')),
            ],
            options={
                'verbose_name': 'published adventure',
                'verbose_name_plural': 'published adventures',
                'indexes': [models.Index(fields=['-shared_at'], name='shared_adventure_new')],
                'constraints': [models.UniqueConstraint(fields=('campaign', 'slug'), name='shared_adventure_once')],
            },
        ),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.CharField(choices=[('comment', 'comment'), ('legion', 'list'), ('person', 'person'), ('adventure', 'adventure')], max_length=20, verbose_name='about')),
                ('do', models.CharField(choices=[('hide', 'hidden'), ('restore', 'shown again'), ('decline', 'left as it is'), ('silence', 'may not comment'), ('let-speak', 'may comment again')], max_length=20, verbose_name='decision')),
                ('why', models.CharField(max_length=300, verbose_name='why')),
                ('until', models.DateTimeField(null=True)),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='at')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('comment', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='%(class)ss', to='legions.comment')),
                ('legion', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='%(class)ss', to='legions.legion')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='%(class)ss', to=settings.AUTH_USER_MODEL)),
                ('whom', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='decided', to=settings.AUTH_USER_MODEL, verbose_name='whose it is')),
                ('adventure', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='%(class)ss', to='legions.sharedadventure')),
            ],
            options={
                'indexes': [models.Index(fields=['whom', '-id'], name='decision_about_whom')],
                'verbose_name': 'decision of a moderator',
                'verbose_name_plural': 'decisions of moderators',
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.CharField(choices=[('comment', 'comment'), ('legion', 'list'), ('person', 'person'), ('adventure', 'adventure')], max_length=20, verbose_name='about')),
                ('reason', models.CharField(choices=[('abuse', 'It insults or threatens somebody'), ('spam', 'It is advertising or rubbish'), ('private', 'It reveals something private about somebody'), ('rights', 'It breaks somebody’s rights, such as copyright'), ('other', 'Something else')], max_length=20, verbose_name='reason')),
                ('note', models.CharField(blank=True, max_length=500)),
                ('said', models.TextField(blank=True)),
                ('made_at', models.DateTimeField(auto_now_add=True, verbose_name='at')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='made_reports', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('comment', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='%(class)ss', to='legions.comment')),
                ('decision', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='settles', to='legions.decision')),
                ('legion', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='%(class)ss', to='legions.legion')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='%(class)ss', to=settings.AUTH_USER_MODEL)),
                ('adventure', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='%(class)ss', to='legions.sharedadventure')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('decision__isnull', True)), fields=['-id'], name='report_waiting')],
                'constraints': [models.UniqueConstraint(fields=('by', 'comment'), name='report_comment_once'), models.UniqueConstraint(fields=('by', 'legion'), name='report_legion_once'), models.UniqueConstraint(fields=('by', 'person'), name='report_person_once'), models.UniqueConstraint(fields=('by', 'adventure'), name='report_adventure_once')],
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
            },
        ),
        migrations.CreateModel(
            name='OutgoingMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('recipient', models.CharField(max_length=500, verbose_name='to')),
                ('subject', models.CharField(max_length=300, verbose_name='subject')),
                ('content', models.TextField()),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('failed', 'Failed')], default='waiting', max_length=10, verbose_name='state')),
                ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='tries')),
                ('next_at', models.DateTimeField(verbose_name='next try')),
                ('error', models.CharField(default='', max_length=300, verbose_name='last error')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='since')),
            ],
            options={
                'verbose_name': 'unsent mail',
                'verbose_name_plural': 'unsent mails',
                'indexes': [models.Index(fields=['state', 'next_at'], name='outgoing_mail_due')],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'failed'])), name='outgoing_mail_state_known')],
            },
        ),
        # Taking the group away again would take people's role with it.
        migrations.RunPython(make_moderators, migrations.RunPython.noop),
    ]
