"""URL patterns of the website."""

from django.urls import include, path, re_path
from django.views.i18n import set_language

from legions.account_pages import views as account_pages_views
from legions.api_tokens import views as api_tokens_views
from legions.api_urls import contribution_urls, curation_urls, legion_urls, wanted_urls, webhook_urls
from legions.builder import density, offer_views
from legions.builder import views as builder_views
from legions.builder.hint_views import hide_hints
from legions.campaigns import (
    adventure_views,
    link_views,
    own_adventure_views,
    result_views,
    shared_adventure_views,
    upgrade_views,
)
from legions.campaigns import views as campaigns_views
from legions.card_browser import image_views
from legions.card_browser import views as card_browser_views
from legions.card_browser.set_count_views import count_set
from legions.collection import boxes_views, csv_views, purchases_views
from legions.collection import views as collection_views
from legions.community import comment_views, favourite_views, profile_views
from legions.community import report_views as community_report_views
from legions.community import verdict_report_views as community_verdict_report_views
from legions.contributing import views as contributing_views
from legions.contributing import wanted_views
from legions.contributing.views import withdraw_offer
from legions.importing import receipt_views
from legions.importing import views as importing_views
from legions.my_lists import comparison_views, history_views, legion_views, published_views
from legions.my_lists import views as my_lists_views
from legions.own_numbers import views as own_numbers_views
from legions.pages import developer_views, game_views, home, list_play_views, rule_views, sitemaps
from legions.pages import views as pages_views
from legions.play import hand_views, odds_views, typed_fact_views
from legions.play import views as play_views
from legions.printing import views as printing_views
from legions.releases import feeds as releases_feeds
from legions.releases import views as releases_views
from legions.rulebook import search_views
from legions.rulebook import views as rulebook_views
from legions.saved_lists.share_keys import KEY_AND_MARKS
from legions.set_sheets import csv_views as set_sheets_csv_views
from legions.set_sheets import views as set_sheets_views
from legions.sharing import export_views, gallery_views, oembed, share_link_views
from legions.sharing import views as sharing_views
from legions.shelf import views as shelf_views
from legions.watching import views as watching_views
from legions.webhooks import views as webhooks_views

site = [
    path("", home.home, name="home"),
    path("games/", game_views.all_games, name="all-games"),
    path("games/<slug:game>/", game_views.game_page, name="game"),
    path("cards/", card_browser_views.card_games, name="games"),
    path("cards/<slug:game>/", card_browser_views.browse_cards, name="cards"),
    path("cards/<slug:game>/<slug:slug>/", card_browser_views.card_page, name="card"),
    path("cards/<slug:game>/<slug:slug>/contribute/", contributing_views.contribute, name="contribute"),
    path("cards/<slug:game>/<slug:slug>/watch/", watching_views.watch_card, name="card-watch"),
    path("sets/", card_browser_views.set_games, name="all-sets"),
    path("sets/<slug:game>/", card_browser_views.game_sets, name="sets"),
    path("sets/<slug:game>/<slug:slug>/", card_browser_views.set_page, name="set"),
    path("shelf/", shelf_views.shelves, name="shelves"),
    path("shelf/<slug:game>/", shelf_views.shelf_page, name="shelf"),
    path("shelf/<slug:game>/<slug:slug>/photo/", shelf_views.shelf_photo, name="shelf-photo"),
    path("sets/<slug:game>/<slug:slug>/watch/", watching_views.watch_set, name="set-watch"),
    path("sets/<slug:game>/<slug:slug>/sheet/", set_sheets_views.sheet_page, name="sheet"),
    path("sets/<slug:game>/<slug:slug>/sheet/export.csv", set_sheets_csv_views.export_sheet, name="sheet-export"),
    path("sets/<slug:game>/<slug:slug>/sheet/import/", set_sheets_csv_views.import_sheet, name="sheet-import"),
    path("sets/<slug:game>/<slug:slug>/sheet/offer/", set_sheets_views.offer_sheet, name="sheet-offer"),
    path("wanted/", wanted_views.wanted_games, name="all-wanted"),
    path("wanted/<slug:game>/", wanted_views.wanted_game, name="wanted"),
    path("rules/", rule_views.rule_games, name="all-rules"),
    path("rules/<slug:game>/", rule_views.game_rules, name="rules"),
    path("faces/<int:release>/<slug:game>/<slug:slug>.svg", image_views.face_image, name="face"),
    path("shields/<int:release>/<slug:game>/<slug:slug>.svg", image_views.shield_image, name="shield"),
    path("storylines/<int:release>/<slug:game>/<slug:slug>.svg", adventure_views.storyline_image, name="storyline"),
    path("rules/<slug:game>/coverage/", rule_views.rulebook_coverage, name="coverage"),
    path("rules/<slug:game>/reference/", rule_views.game_references, name="references"),
    path("search/", search_views.search, name="search"),
    path("rules/<slug:game>/book/", rulebook_views.contents, name="book"),
    path("rules/<slug:game>/book/at/<path:address>/", rulebook_views.section, name="section"),
    path("rules/<slug:game>/book/<slug:chapter>/", rulebook_views.chapter, name="chapter"),
    path("releases/", releases_views.release_list, name="releases"),
    path("releases/<int:number>/", releases_views.release_detail, name="release"),
    path("releases/atom/", releases_feeds.release_feed, name="releases-feed"),
    path("releases/atom/<slug:game>/", releases_feeds.release_feed, name="game-releases-feed"),
    path("play/", game_views.play_page, name="all-play"),
    path("play/<slug:game>/", play_views.game_questions, name="play"),
    path("play/<slug:game>/table/", play_views.remember_table, name="play-table"),
    path("play/<slug:game>/<slug:question>/", play_views.question, name="question"),
    path("play/<slug:game>/<slug:question>/keep/", typed_fact_views.keep_facts, name="play-keep"),
    path("adventures/shared/<str:key>/", shared_adventure_views.shared_adventure, name="shared-adventure"),
    path("adventures/shared/<str:key>/use/", shared_adventure_views.use_adventure, name="adventure-use"),
    path("adventures/shared/<str:key>/report/", community_report_views.report_adventure, name="adventure-report"),
    path("adventures/<slug:game>/<slug:slug>/", adventure_views.adventure_page, name="adventure"),
    path("campaigns/", campaigns_views.my_campaigns, name="campaigns"),
    path("campaigns/end-link/", shared_adventure_views.end_share, name="adventure-end-link"),
    path("campaigns/import/", campaigns_views.import_record, name="campaign-import"),
    path("campaigns/join/<str:key>/", link_views.join, name="campaign-join"),
    path("campaigns/read/<str:key>/", link_views.shared_campaign, name="campaign-shared"),
    path("campaigns/read/<str:key>/record.json", link_views.shared_record, name="campaign-shared-record"),
    path("campaigns/<uuid:pk>/", campaigns_views.campaign, name="campaign"),
    path("campaigns/<uuid:pk>/do/", campaigns_views.campaign_action, name="campaign-do"),
    path("campaigns/<uuid:pk>/record.json", campaigns_views.record_file, name="campaign-record"),
    path("campaigns/<uuid:pk>/adventures/", own_adventure_views.own_adventures, name="campaign-adventures"),
    path("campaigns/<uuid:pk>/release/", upgrade_views.upgrade_release, name="campaign-release"),
    path("campaigns/<uuid:pk>/write/", own_adventure_views.write_adventure, name="campaign-write"),
    path("campaigns/<uuid:pk>/adventures/<slug:slug>/", own_adventure_views.own_adventure, name="campaign-adventure"),
    path(
        "campaigns/<uuid:pk>/adventures/<slug:slug>/share/",
        shared_adventure_views.share_adventure,
        name="campaign-adventure-share",
    ),
    path("campaigns/<uuid:pk>/games/<slug:adventure>/", result_views.enter_result, name="campaign-result"),
    path("campaigns/<uuid:pk>/entries/<slug:entry>/", result_views.correct_entry, name="campaign-correct"),
    path("campaigns/<slug:game>/", adventure_views.game_adventures, name="game-campaigns"),
    path("campaigns/<slug:game>/new/", campaigns_views.start_campaign, name="campaign-start"),
    path("odds/<slug:game>/", odds_views.odds, name="odds"),
    path("build/", builder_views.choose_builder_game, name="build-games"),
    path("build/<slug:game>/", builder_views.new_legion, name="build"),
    path("legions/", my_lists_views.my_lists, name="legions"),
    path("legions/do/", my_lists_views.bulk_action, name="legions-do"),
    path("legions/undo/", my_lists_views.undo_bulk, name="legions-undo"),
    path("legions/compare/", comparison_views.compare_legions, name="legions-compare"),
    path("published/", published_views.published_games, name="all-published"),
    path("published/<slug:game>/", published_views.game_published_lists, name="published-lists"),
    path("legions/name/", profile_views.set_display_name, name="display-name"),
    path("legions/<uuid:pk>/", builder_views.edit_legion, name="legion"),
    path("legions/<uuid:pk>/document/", legion_views.legion_file, name="legion-document"),
    path("legions/<uuid:pk>/history/", history_views.legion_history, name="legion-history"),
    path("legions/<uuid:pk>/history/<int:number>/", history_views.legion_state, name="legion-state"),
    path("legions/<uuid:pk>/release/", history_views.upgrade_release, name="legion-release"),
    path("legions/<uuid:pk>/wrong/", community_verdict_report_views.report_own, name="legion-wrong"),
    path("legions/<uuid:pk>/copies/", export_views.own_exports, name="legion-copies"),
    path("legions/<uuid:pk>/sheet/", printing_views.print_own, {"job": "sheet"}, name="legion-sheet"),
    path("legions/<uuid:pk>/sheet.pdf", printing_views.pdf_own, {"job": "sheet"}, name="legion-sheet-pdf"),
    path("legions/<uuid:pk>/cards-to-cut/", printing_views.print_own, {"job": "cards"}, name="legion-cards"),
    path("legions/<uuid:pk>/cards-to-cut.pdf", printing_views.pdf_own, {"job": "cards"}, name="legion-cards-pdf"),
    path("legions/<uuid:pk>/hand/", hand_views.own_hand, name="legion-hand"),
    path("legions/<uuid:pk>/play/", list_play_views.own_list, name="legion-play"),
    path("legions/<uuid:pk>/copy/", legion_views.copy_legion, name="legion-copy"),
    path("legions/<uuid:pk>/rename/", legion_views.rename_legion, name="legion-rename"),
    path("legions/<uuid:pk>/delete/", legion_views.delete_legion, name="legion-delete"),
    path("legions/<uuid:pk>/undelete/", legion_views.undelete_legion, name="legion-undelete"),
    path("legions/<uuid:pk>/offer/", offer_views.offer_own_facts, name="legion-offer"),
    path("legions/<uuid:pk>/share/", sharing_views.share_legion, name="legion-share"),
    path("shared/", gallery_views.gallery, name="everybody"),
    path("shared/random/", gallery_views.random_list, name="random-list"),
    path("shared/atom/", gallery_views.gallery_feed, name="everybody-feed"),
    path("shared/atom/<slug:game>/", gallery_views.gallery_feed, name="game-feed"),
    path("shared/atom/<slug:game>/<slug:format>/", gallery_views.gallery_feed, name="format-feed"),
    path("people/<slug:handle>/", profile_views.profile_page, name="person"),
    path("people/<slug:handle>/report/", community_report_views.report_profile, name="person-report"),
    path("people/<slug:handle>/atom/", gallery_views.profile_feed, name="person-feed"),
    path("favourites/", favourite_views.my_favourites, name="favourites"),
    path("favourites/<int:number>/remove/", favourite_views.remove_favourite, name="favourite-remove"),
    path("s/<str:key>/", sharing_views.shared_legion, name="shared"),
    path("s/<str:key>/document/", sharing_views.shared_document, name="shared-document"),
    path("s/<str:key>/picture.png", sharing_views.shared_picture, name="shared-picture"),
    path("s/<str:key>/embed/", sharing_views.shared_embedded, name="shared-embed"),
    path("s/<str:key>/wrong/", community_verdict_report_views.report_shared, name="shared-wrong"),
    path("s/<str:key>/copies/", export_views.shared_exports, name="shared-copies"),
    path("s/<str:key>/comments/", comment_views.comment_list, name="shared-comments"),
    path("s/<str:key>/comments/<int:number>/", comment_views.comment_detail, name="shared-comment"),
    path("s/<str:key>/comments/<int:number>/report/", community_report_views.report_comment, name="comment-report"),
    path("s/<str:key>/report/", community_report_views.report_legion, name="shared-report"),
    path("s/<str:key>/favourite/", favourite_views.toggle_favourite, name="shared-favourite"),
    path("s/<str:key>/sheet/", printing_views.print_shared, {"job": "sheet"}, name="shared-sheet"),
    path("s/<str:key>/sheet.pdf", printing_views.pdf_shared, {"job": "sheet"}, name="shared-sheet-pdf"),
    path("s/<str:key>/cards-to-cut/", printing_views.print_shared, {"job": "cards"}, name="shared-cards"),
    path("s/<str:key>/cards-to-cut.pdf", printing_views.pdf_shared, {"job": "cards"}, name="shared-cards-pdf"),
    path("s/<str:key>/hand/", hand_views.shared_hand, name="shared-hand"),
    path("s/<str:key>/play/", list_play_views.shared_list, name="shared-play"),
    path("s/<str:key>/copy/", sharing_views.copy_shared, name="shared-copy"),
    re_path(rf"^s/(?P<rest>{KEY_AND_MARKS})$", sharing_views.marked_address, name="shared-marked"),
    path("collection/", collection_views.collection_games, name="collections"),
    path("collection/<slug:game>/", collection_views.collection_page, name="collection"),
    path("collection/<slug:game>/boxes/", boxes_views.boxes, name="boxes"),
    path("collection/<slug:game>/export.csv", csv_views.export_csv, name="collection-export"),
    path("collection/<slug:game>/import/", csv_views.import_csv, name="collection-import"),
    path("collection/<slug:game>/import/keep/", csv_views.save_counts, name="collection-keep"),
    path("collection/<slug:game>/lists/", purchases_views.purchases, name="plans"),
    path("collection/<slug:game>/sets/<slug:slug>/", count_set, name="collection-set"),
    path("collection/<slug:game>/cards/<slug:slug>/", collection_views.count_card, name="collection-card"),
    path("numbers/", own_numbers_views.numbers_games, name="all-own-numbers"),
    path("numbers/<slug:game>/", own_numbers_views.own_numbers, name="own-numbers"),
    path("import/", importing_views.import_list, name="import"),
    path("import/keep/", importing_views.save_import, name="import-keep"),
    path("l/", share_link_views.share_link, name="link"),
    path("l/keep/", share_link_views.save_linked_list, name="link-keep"),
    re_path(r"^l/(?P<rest>[^/]*1[\w-]{9}.*)$", share_link_views.link_in_path, name="link-in-path"),
    path("developers/", developer_views.developer_page, name="developers"),
    path("developers/cases.json", developer_views.conformance_cases_file, name="conformance-cases"),
    path("receipts/", receipt_views.check_receipt, name="receipts"),
    path("marks/", pages_views.marks_page, name="marks"),
    path("legal/", pages_views.legal_page, name="legal"),
    path("theme/", pages_views.set_theme, name="theme"),
    path("language/", set_language, name="set_language"),
    path("hints/", hide_hints, name="hints"),
    path("density/", density.set_density, name="density"),
    path("account/", account_pages_views.overview, name="account"),
    path("account/sessions/", account_pages_views.sessions, name="usersessions_list"),
    path("account/alerts/", account_pages_views.verdict_alerts, name="account-alerts"),
    path("account/data/", account_pages_views.personal_data, name="account-data"),
    path("account/delete/", account_pages_views.delete_account, name="account-delete"),
    path("account/contributions/", contributing_views.my_contributions, name="contributions"),
    path("account/contributions/<int:number>/answer/", contributing_views.answer_question, name="contribution-answer"),
    path("account/offers/<int:number>/", withdraw_offer, name="offer-take-back"),
    path("account/watching/", watching_views.watching, name="watching"),
    path("account/watching/read/", watching_views.read_notices, name="watching-read"),
    path("account/watching/<int:number>/stop/", watching_views.stop_watching, name="watching-stop"),
    path("account/tokens/", api_tokens_views.token_list, name="tokens"),
    path("account/tokens/<uuid:number>/end/", api_tokens_views.revoke, name="token-end"),
    path("account/webhooks/", webhooks_views.webhook_list, name="webhooks"),
    path("account/webhooks/<uuid:hook>/", webhooks_views.webhook_detail, name="webhook"),
    path("account/webhooks/<uuid:hook>/do/", webhooks_views.webhook_action, name="webhook-do"),
    path("account/webhooks/<uuid:hook>/again/<uuid:delivery>/", webhooks_views.resend, name="webhook-again"),
    path("account/page/", profile_views.edit_profile_page, name="own-page"),
    path("account/2fa/webauthn/add/", account_pages_views.add_passkey, name="mfa_add_webauthn"),
    path("account/", include("allauth.urls")),
    path("oembed/", oembed.oembed, name="oembed"),
    path("sitemap.xml", sitemaps.sitemap_index, name="sitemap"),
    path("sitemap-<slug:section>.xml", sitemaps.sitemap_section, name="sitemap-section"),
    path("robots.txt", pages_views.robots, name="robots"),
    path(".well-known/security.txt", pages_views.security, name="security"),
    path("favicon.ico", pages_views.favicon, name="favicon"),
]

urlpatterns = [
    *site,
    path("api/v1/", include([*legion_urls, *webhook_urls, *wanted_urls, *contribution_urls, *curation_urls])),
]
