// What Muster's API takes and gives. Written by manage.py build_types from the OpenAPI description: do not edit.

export type AdventureList = {
  /** The release of the response. */
  release: number;
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<AdventureOrFields>;
};

/** The whole document, or only the requested `fields`. */
export type AdventureOrFields = Adventure | Fields;

/** A document of any kind; `kind` says which. */
export type AnyDocument = Card | Set | Format | HouseRule | Ruling | Game;

export type Batch = {
  legions: Array<unknown>;
};

export type BatchAnswer = {
  verdicts: Array<Verdict | Problem>;
};

export type BulkEntry = {
  game: string;
  kind: string;
  form: "jsonl" | "json";
  /** How the file is compressed. */
  encoding: null | "gzip" | "br";
  /** The address, without host. */
  address: string;
  media_type: string;
  /** The size of the sent file, in bytes. */
  size: number;
  /** The SHA-256 of the sent file. */
  sha256: string;
  /** The number of documents in the file. */
  count: number;
  /** The `$id` of the schema of the documents. */
  schema: string;
  /** The SHA-256 of the schema's file, as its version. */
  schema_sha256: string;
};

export type BulkFile = {
  game: string;
  kind: string;
  /** The owner of the trademarks. */
  notice: string | null;
  results: Array<AnyDocument>;
};

export type BulkList = {
  /** The release of the response. */
  release: number;
  published_at: string | null;
  files: Array<BulkEntry>;
};

export type Candidate = {
  /** The slug of the card; at the place of a faction, the faction. */
  card: string;
  /** The place of the card in the legion. */
  at: string;
  /** True if no known fact makes the card break a rule. */
  fits: boolean;
  verdict_if_added: VerdictVerdict;
  /** The findings that the card would add, with warnings. */
  findings: Array<VerdictFinding>;
  /** The unknown facts that would decide with this card: with any, it may still break a rule. */
  unknown: Array<VerdictUnknownItems>;
  /** The increase of the price; null if not known. */
  points: number | null;
  /** The number of copies the owner has; null without a collection. */
  owned: number | null;
  /** The number of copies the owner has in addition to those in the legion; null without a collection. */
  left: number | null;
  /** Only on a card of an open set: the set's slug. */
  open_set?: string;
};

export type CandidateAnswer = {
  game: string;
  /** The release of the response. */
  release: number;
  /** The requested place. */
  at: string;
  /** True if all cards were tried. If not, others may fit, too: try a smaller list. */
  complete: boolean;
  /** Official cards first, then those of open sets; each by name. */
  candidates: Array<Candidate>;
  /** The cards of the collection that the release does not have, if there are any. They are ignored. */
  not_found?: Array<VerdictNotFound>;
};

export type CandidateQuestion = {
  legion: Legion;
  /** A pick, for an upgrade on it; empty for a creature; /tiles, /map or /faction in games whose lists have them. In a team it starts with the place of a player's list: /team/0, /team/0/picks/0. */
  at: string;
};

/** A card of any kind; `game` and `kind` say which. */
export type Card = AttackWingCreature | AttackWingDamageCard | AttackWingManeuverCard | AttackWingSpell | AttackWingUpgrade | DndMiniatures2003Creature | DndMiniatures2003TerrainTile | DndMiniatures2008BattleMap | DndMiniatures2008Creature | DungeonCommandCommander | DungeonCommandCreature | DungeonCommandOrder | DungeonCommandTile;

export type CardFacts = {
  /** The release of the response. */
  release: number;
  game: string;
  card: string;
  /** Whether each of its facts is known, confirmed, and not disputed. */
  confirmed: boolean;
  facts: Array<CheckedFact>;
};

export type CardList = {
  /** The release of the response. */
  release: number;
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<CardOrFields>;
  /** Only with `q`: the query as it was understood. */
  query?: {
    /** The query in its normal form. */
    q: string;
    /** The query in words. */
    words: string;
  };
  /** Only if a query found nothing, on the first page: up to 20 cards with most of its words, at least half, the closest first (a word that no card has counts as the words with a similar spelling); then up to 3 cards with a similar name. */
  near?: Array<{
    game: string;
    slug: string;
    name: string;
    /** The words of the query that the card has. Absent if it has none of them, only one with a similar spelling. */
    words?: Array<string>;
    /** The words of the query that the card does not have; present with `words`. */
    missing?: Array<string>;
  }>;
  /** Only with `facets`: for each fact, the number of matching cards with each value. */
  facets?: Record<string, Array<{
    /** Null if not known. */
    value: string | number | boolean | null;
    count: number;
  }>>;
  /** Only if the name of a result is not known: titles to show instead, by `game/slug`. */
  titles?: Record<string, string>;
};

/** The whole document, or only the requested `fields`. */
export type CardOrFields = Card | Fields;

export type CardPictures = {
  game: string;
  card: string;
  pictures: Array<Picture>;
};

/** A legion and the expected parts of its verdict: all findings, in any order. */
export type Case = {
  /** The purpose of the case. */
  name: string;
  legion: Legion;
  findings: Array<{
    code: VerdictFindingCode;
    level: VerdictFindingLevel;
    at: VerdictFindingAt;
    facts: VerdictFindingFacts;
    rulings?: Array<string>;
  }>;
  /** The page of the rulebook with this example. */
  page?: number;
  waived?: Array<{
    code: VerdictFindingCode;
    level: VerdictFindingLevel;
    at: VerdictFindingAt;
    facts: VerdictFindingFacts;
    by: VerdictWaivedBy;
  }>;
  /** The status of the legion without its house rules. */
  without?: VerdictVerdict;
  /** How the facts entered by the owner were used. */
  facts?: VerdictFacts;
  /** The rulings that apply in addition to the documents of the cases. */
  rulings?: Array<Ruling>;
  /** The questions that rulings settle, with the slugs of the interpretation and of the rulings. */
  settled?: Array<{
    question: CommonSlug;
    at: VerdictFindingAt;
    needed_by: VerdictSettledItemsNeededBy;
    reading: string;
    rulings: Array<string>;
  }>;
  verdict: VerdictVerdict;
  points?: VerdictPoints;
  ledger?: VerdictLedger;
  unknown: VerdictUnknown;
};

export type CasesLibrary = {
  /** The release of the response. */
  release: number;
  game: Game;
  formats: Array<Format>;
  house_rules: Array<HouseRule>;
  cards: Array<Card>;
};

export type Change = {
  /** The release with this change. */
  release: number;
  game: string;
  kind: string;
  slug: string;
  change: "added" | "changed" | "renamed" | "retired";
  /** The former slug; null if it is the same. */
  was: string | null;
  /** Empty for an added document. */
  differences: Array<ChangeDifferencesItems>;
};

export type ChangeDifferencesItems = {
  /** JSON Pointer of the fact. */
  pointer: string;
  /** Left out if there was no value; null if not known. */
  before?: unknown;
  /** Left out if there is no value any more; null if not known. */
  after?: unknown;
};

export type ChangeList = {
  /** The release of the response. */
  release: number;
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<Change>;
};

export type CheckedFact = {
  /** The JSON Pointer of the fact in the card. */
  fact: string;
  /** The value in the card's document; null if not known. */
  value: unknown;
  sources: Array<CommonSource>;
  /** Contradicting values until a curator rules. */
  disputed: Array<DisputedValue>;
  /** The confirmations of this value, the oldest first. Empty if no second person has confirmed it yet. */
  confirmations: Array<Confirmation>;
};

export type CompletionAnswer = {
  game: string;
  /** The release of the response. */
  release: number;
  status: "optimal" | "best-found" | "nothing-fits" | "illegal" | "undetermined";
  /** The weighted numbers of the legion; an unknown number counts as zero. */
  objective: Record<string, number>;
  /** The weighted sum. */
  value: number;
  /** An upper bound for every legal legion; null if not known. */
  bound: number | null;
  /** The difference of bound and value. */
  gap: number | null;
  /** The JSON Patch that turns the legion of the request into `legion`; empty if nothing is added. */
  do: Array<VerdictFixDoItems>;
  legion: Legion;
  verdict: Verdict;
  /** The number of cards that could be in a legal legion but were not searched. */
  left_out: number;
  /** The number of cards that cannot be in a legal legion until a fact is known. */
  undecided?: number;
  /** The number of cards that were searched although a weighted number is not known. */
  unweighed?: number;
  /** The reasons for `left_out` and `undecided`, with the number of cards for each; together they are the sum of both. */
  left_out_for?: Array<{
    /** A fact of these cards is unknown; a fact of cards that they need is unknown; or they were not searched for another reason. */
    reason: "unknown-fact" | "unknown-fact-of-others" | "not-tried";
    /** The unknown fact, as a pointer into the card. */
    fact?: string;
    /** The number of cards. */
    cards: number;
  }>;
  /** The time in seconds. */
  seconds: number;
  /** The cards of pool and collection that the release does not have, if there are any; they are ignored. `at` is their place in the request. */
  not_found?: Array<VerdictNotFound>;
};

export type CompletionJob = {
  /** The key of the job. */
  job: string;
  /** The address of the result, without host. */
  url: string;
  state: "waiting" | "running" | "done" | "failed";
  progress: {
    /** The best value found so far. */
    best: number | null;
    /** An upper bound for every legal legion. */
    bound: number | null;
    /** The difference of bound and best value. */
    gap: number | null;
    /** The running time in seconds. */
    seconds: number;
  };
  /** The result, when the job is done. */
  completion: CompletionAnswer | null;
};

export type CompletionQuestion = {
  legion: Legion;
  /** The weight of each number: of points, and of the printed numbers that the game allows. */
  objective?: Record<string, number>;
  seconds?: number;
  pool?: FormatPool;
  /** If true, cards may also be removed, with as few changes as possible. Only for games without costs. */
  repair?: boolean;
};

export type Compressed = string;

export type Confirmation = {
  /** The person who confirmed it; null for a person who does not want to be named. */
  by: string | null;
  /** The current role of the person on Muster; null for players, and for a person who is not named. */
  role: "admin" | "moderator" | "curator" | null;
  at: string;
  /** The source it was compared with; null for the printed card. */
  source: string | null;
  page: number | null;
};

export type Contribution = {
  id: number;
  /** The address, without host. */
  url: string;
  /** The version of the contribution. */
  version: number;
  game: string;
  /** The slug of the card. */
  card: string;
  /** The contributor; null if the account was deleted. */
  by: string | null;
  /** The current role of the person on Muster; null for players, and for a person who is not named. */
  role: "admin" | "moderator" | "curator" | null;
  facts: Array<{
    /** A field of the card. */
    fact: string;
    /** The value on the printed card: any JSON that the field accepts. */
    value: unknown;
    state: "waiting" | "accepted" | "declined" | "undone" | "disputed";
    /** The reason given by the curator who declined or undid it. */
    why: string | null;
  }>;
  /** True if it corrects a value of the catalog. */
  mends: boolean;
  /** A title or a public address; null for the printed card. */
  source: string | null;
  page: number | null;
  /** A note for the curators. */
  note: string;
  /** True if the page of the card may name the contributor. */
  thank: boolean;
  state: "offered" | "asked" | "accepted" | "declined" | "withdrawn" | "undone" | "disputed";
  talk: Array<{
    who: "curator" | "player";
    said: string;
    at: string;
  }>;
  /** The newest release at the time of the offer. */
  release: number;
  offered_at: string;
  changed_at: string;
};

export type ContributionAnswer = {
  answer: string;
};

export type ContributionList = {
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<Contribution>;
};

export type ContributionToOffer = {
  game: string;
  card: string;
  /** Fields of the card with their values, following its schema. */
  facts: Record<string, unknown>;
  /** Default: the printed card. */
  source?: string;
  page?: number | null;
  note?: string;
  /** Required to correct a value of the catalog. */
  mends?: boolean;
  thank?: boolean;
};

export type Coverage = {
  game: string;
  source: string;
  sections: Array<RulebookSection>;
};

export type CuratedContribution = {
  id: number;
  /** The address, without host. */
  url: string;
  /** The version of the contribution. */
  version: number;
  game: string;
  /** The slug of the card. */
  card: string;
  /** The contributor; null if the account was deleted. */
  by: string | null;
  /** The current role of the person on Muster; null for players, and for a person who is not named. */
  role: "admin" | "moderator" | "curator" | null;
  facts: Array<{
    /** A field of the card. */
    fact: string;
    /** The value on the printed card: any JSON that the field accepts. */
    value: unknown;
    state: "waiting" | "accepted" | "declined" | "undone" | "disputed";
    /** The reason given by the curator who declined or undid it. */
    why: string | null;
  }>;
  /** True if it corrects a value of the catalog. */
  mends: boolean;
  /** A title or a public address; null for the printed card. */
  source: string | null;
  page: number | null;
  /** A note for the curators. */
  note: string;
  /** True if the page of the card may name the contributor. */
  thank: boolean;
  state: "offered" | "asked" | "accepted" | "declined" | "withdrawn" | "undone" | "disputed";
  talk: Array<{
    who: "curator" | "player";
    said: string;
    at: string;
  }>;
  /** The newest release at the time of the offer. */
  release: number;
  offered_at: string;
  changed_at: string;
  /** The current value of each offered fact: that of the draft, if there is one. */
  now: Record<string, unknown>;
  /** The number of accepted facts of the contributor. */
  accepted_before: number;
  /** True if there is a photo, which is shown in the admin. */
  photo: boolean;
};

export type Decision = {
  /** Names of pending facts. */
  accept?: Array<string>;
  /** Names of pending facts. */
  decline?: Array<string>;
  /** Required for declined facts. */
  why?: string;
};

export type DisputedValue = {
  /** The value according to this source. */
  value: unknown;
  /** Null for the printed card. */
  source: string | null;
  page: number | null;
  /** The time of the contribution. */
  at: string;
  /** The value of the catalog when the contradiction was stored. */
  against: unknown;
};

export type Draft = {
  game: string;
  shelf: "card" | "set" | "format" | "house-rule" | "ruling" | "adventure" | "reference" | "game";
  slug: string;
  /** The address, without host. */
  url: string;
  /** The document, following the schema of its kind. */
  document: Record<string, unknown>;
  /** Facts without a source. */
  unsourced: Array<string>;
  /** The release of the published document. */
  release: number | null;
  draft: {
    stage: "draft" | "review" | "approved";
    /** Null for an import or a deleted account. */
    by: string | null;
    /** The current role of the person on Muster; null for players, and for a person who is not named. */
    role: "admin" | "moderator" | "curator" | null;
    why: string;
    source: string;
    /** The reason for facts without a source; empty if all have one. */
    unsourced_reason?: string;
    written_at: string;
  } | null;
};

export type DraftDeed = {
  /** The number of the entry, from 1. */
  number: number;
  what: "saved" | "restored" | "sent" | "taken-back" | "returned" | "approved" | "discarded" | "published" | "released";
  release: number | null;
  at: string;
  /** Null for an import or a deleted account. */
  by: string | null;
  /** The current role of the person on Muster; null for players, and for a person who is not named. */
  role: "admin" | "moderator" | "curator" | null;
  why: string;
  source: string;
  /** The reason for facts without a source; empty if all have one. */
  unsourced_reason?: string;
  /** The document, following the schema of its kind. */
  document: Record<string, unknown>;
};

export type DraftHistory = {
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<DraftDeed>;
};

export type DraftLine = {
  game: string;
  shelf: "card" | "set" | "format" | "house-rule" | "ruling" | "adventure" | "reference" | "game";
  slug: string;
  /** The address, without host. */
  url: string;
  kind: string;
  name: string;
  stage: "draft" | "review" | "approved";
  /** Null for an import or a deleted account. */
  by: string | null;
  /** The current role of the person on Muster; null for players, and for a person who is not named. */
  role: "admin" | "moderator" | "curator" | null;
  why: string;
  source: string;
  /** The reason for facts without a source; empty if all have one. */
  unsourced_reason?: string;
  written_at: string;
};

export type DraftList = {
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<DraftLine>;
};

export type DraftStep = {
  do: "put-up" | "take-back" | "approve" | "send-back";
  /** Required to send the draft back. */
  why?: string;
};

export type DraftToWrite = {
  /** The document, following the schema of its kind. */
  document: Record<string, unknown>;
  why: string;
  source?: string;
  /** JSON Pointers of the facts whose sources also apply to their new values, each including everything below it. A new value with an unchanged source is refused (`stale-source`) unless it is named here. */
  sources_hold?: Array<string>;
  /** The reason to publish it although some facts have no source. */
  unsourced_reason?: string;
};

export type Fault = {
  /** JSON Pointer (RFC 6901) into the body; for a parameter, a slash and its name. */
  pointer: string;
  code: string;
  /** What is wrong and what to do, for people. */
  message: string;
  /** In a query: the position of the first character of the fault. */
  offset?: number;
  /** The number of characters of the fault. */
  length?: number;
  /** Suggestions of valid words, the closest first. */
  nearest?: Array<string>;
};

/** Only with `fields`: the requested fields that the document has, and its identity. */
export type Fields = {
  game: string;
  kind: string;
  slug: string;
};

export type FixAnswer = {
  game: string;
  /** The release of the response. */
  release: number;
  /** The verdict on the legion of the request. */
  verdict: VerdictVerdict;
  /** True if the search was completed. If not, there may be better or smaller fixes. */
  complete: boolean;
  /** The best first; none for a legion that is legal. */
  fixes: Array<VerdictFix>;
  no_fix?: VerdictNoFix;
  /** The cards of pool and collection that the release does not have, if there are any. They are ignored. */
  not_found?: Array<VerdictNotFound>;
};

export type FixQuestion = {
  legion: Legion;
  pool?: FormatPool;
};

export type FormatList = {
  /** The release of the response. */
  release: number;
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<FormatOrFields>;
};

/** The whole document, or only the requested `fields`. */
export type FormatOrFields = Format | Fields;

export type GameList = {
  /** The release of the response. */
  release: number;
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<GameOrFields>;
};

/** The whole document, or only the requested `fields`. */
export type GameOrFields = Game | Fields;

/** An agreement of a group in addition to the rules of its `game`. */
export type HouseRule = AttackWingHouseRule | HouseRuleDocument;

export type HouseRuleList = {
  /** The release of the response. */
  release: number;
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<HouseRuleOrFields>;
};

/** The whole document, or only the requested `fields`. */
export type HouseRuleOrFields = HouseRule | Fields;

export type Index = {
  /** The newest release. */
  release: number;
  /** The addresses by name, without host. Replace the names in braces. */
  addresses: Record<string, string>;
  /** The page for people. */
  docs: string;
  /** The meaning of each problem. */
  problems: string;
};

export type JSONPatchAdd = {
  op: "add";
  /** A JSON Pointer (RFC 6901). */
  path: string;
  /** Any JSON value. */
  value: unknown;
};

export type JSONPatchCopy = {
  op: "copy";
  /** A JSON Pointer (RFC 6901). */
  from: string;
  /** A JSON Pointer (RFC 6901). */
  path: string;
};

export type JSONPatchMove = {
  op: "move";
  /** A JSON Pointer (RFC 6901). */
  from: string;
  /** A JSON Pointer (RFC 6901). */
  path: string;
};

export type JSONPatchRemove = {
  op: "remove";
  /** A JSON Pointer (RFC 6901). */
  path: string;
};

export type JSONPatchReplace = {
  op: "replace";
  /** A JSON Pointer (RFC 6901). */
  path: string;
  /** Any JSON value. */
  value: unknown;
};

export type JSONPatchTest = {
  op: "test";
  /** A JSON Pointer (RFC 6901). */
  path: string;
  /** Any JSON value. */
  value: unknown;
};

export type KeptLegion = {
  id: string;
  /** The address, without host. */
  url: string;
  /** The number of its newest state. */
  version: number;
  legion: Legion;
  /** Empty for no folder. */
  folder: string;
  /** True if the legion is archived. */
  archived: boolean;
  /** A description of the last change. */
  what: string;
  created_at: string;
  updated_at: string;
  /** The time of deletion; null if the legion is not in the trash. */
  deleted_at: string | null;
};

export type KeptLegionLine = {
  id: string;
  /** The address, without host. */
  url: string;
  /** The number of its newest state. */
  version: number;
  game: string;
  name: string;
  tags: Array<string>;
  /** Empty for no folder. */
  folder: string;
  /** True if the legion is archived. */
  archived: boolean;
  created_at: string;
  updated_at: string;
  /** The time of deletion; null if the legion is not in the trash. */
  deleted_at: string | null;
};

export type KeptLegionList = {
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<KeptLegionLine>;
};

export type LegionDifferences = {
  before: number;
  after: number;
  differences: Array<ChangeDifferencesItems>;
};

/** JSON Patch (RFC 6902) for an object of `legion`, `folder` and `archived`. */
export type LegionJSONPatch = Array<JSONPatchAdd | JSONPatchRemove | JSONPatchReplace | JSONPatchMove | JSONPatchCopy | JSONPatchTest>;

export type LegionLink = {
  /** The secret key of the link; null if the legion is not shared. */
  key: string | null;
  /** The page for people. */
  page: string | null;
  /** The legion for programs. */
  url: string | null;
  /** True if it is among the public lists. */
  public: boolean;
  /** True if others see the cards that its player owns. */
  shows_collection: boolean;
  /** True if a moderator removed it from the public lists. */
  public_barred: boolean;
};

export type LegionLinkToHave = {
  /** Default: not public. */
  public?: boolean;
  /** Default: others do not see the cards that its player owns. */
  shows_collection?: boolean;
};

/** JSON Merge Patch (RFC 7396) for `legion`, `folder` and `archived`: null removes a field. */
export type LegionMergePatch = Record<string, unknown>;

export type LegionState = {
  number: number;
  /** The address, without host. */
  url: string;
  /** A description of the change that led to this state. */
  what: string;
  saved_at: string;
  legion: Legion;
};

export type LegionStateLine = {
  number: number;
  /** The address, without host. */
  url: string;
  /** A description of the change that led to this state. */
  what: string;
  saved_at: string;
};

export type LegionStateList = {
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<LegionStateLine>;
};

export type LegionToKeep = {
  legion: Legion;
  /** Empty for no folder. */
  folder?: string;
  /** True if the legion is archived. */
  archived?: boolean;
};

export type LookupAnswer = {
  /** The release of the response. */
  release: number;
  /** In the order of the request, each card once. */
  results: Array<CardOrFields>;
  /** The slugs that no card has or had; the first twenty have suggestions. */
  not_found: Array<VerdictNotFound>;
};

export type LookupQuestion = {
  game: string;
  /** Slugs. */
  cards: Array<string>;
};

/** This document. */
export type OpenApi = Record<string, unknown>;

export type PackAnswer = {
  game: string;
  /** The release of the response. */
  release: number;
  /** The ways with the fewest packs: each is enough for all cards that are not in `nowhere`. One empty way means that no pack is needed. */
  ways: Array<Array<{
    set: string;
    copies: number;
  }>>;
  /** True if no smaller number of packs is enough. If not, the search reached its limit. */
  smallest: boolean;
  /** True if there is certainly no other way with as few packs. */
  all_ways: boolean;
  /** The missing cards that no counted set contains, by slug. */
  nowhere: Array<{
    card: string;
    /** The number of missing copies. */
    copies: number;
    /** The set that the card names. */
    set: string | null;
    /** The places of the card in the legion. */
    at: Array<string>;
  }>;
  /** The sets whose contents the release knows. */
  counted: Array<string>;
  /** The cards of the collection that the release does not have, if there are any. They are ignored. */
  not_found?: Array<VerdictNotFound>;
};

export type PackQuestion = {
  legion: Legion;
};

export type Picture = {
  /** A description in one line. */
  alt: string;
  /** Name the author wherever you show the picture. */
  author: string;
  /** The SPDX id of the licence. */
  licence: "CC0-1.0" | "CC-BY-4.0" | "CC-BY-SA-4.0" | "CC-BY-3.0" | "CC-BY-SA-3.0" | "CC-BY-2.0" | "CC-BY-SA-2.0" | "CC-PDM-1.0";
  licence_address: string;
  /** The page of origin; null if not given. */
  source: string | null;
  added_at: string;
  /** AVIF first; each format from the narrowest to the widest. */
  files: Array<PictureFile>;
};

export type PictureFile = {
  /** The address, without host. It never gives other bytes. */
  address: string;
  media_type: "image/avif" | "image/webp";
  /** In pixels. */
  width: number;
  /** In pixels. */
  height: number;
  /** In bytes. */
  size: number;
  /** Of its bytes. */
  sha256: string;
};

export type PlayQuestion = {
  /** The name in the address. */
  question: string;
  title: string;
  /** The answer that the question gives. */
  text: string;
  /** The address of the schema of situations, without host. */
  schema: string;
};

export type PlayRule = {
  /** The code in steps and findings. Its meaning never changes. */
  code: string;
  title: string;
  /** The rule in plain words. */
  text: string;
  cite: VerdictFindingCite;
  /** The severity of breaking the rule; null for a rule that describes what happens. */
  level: "error" | "warning" | null;
};

/** The effect of a rule. */
export type PlayStep = {
  /** The rule's code. */
  code: string;
  /** The effect in this situation, in plain words. */
  message: string;
  /** The values of the placeholders of the message. */
  facts: Record<string, unknown>;
  cite: VerdictFindingCite;
  /** The number or dice before the step, if it changes them. */
  before: unknown;
  /** The number or dice after the step. */
  after: unknown;
};

export type Problem = {
  /** The address of a page about this problem, without host. */
  type: string;
  title: string;
  status: number;
  /** The fault in this request, for people. */
  detail: string;
  /** The code for programs. Its meaning never changes. */
  code: string;
  /** Every fault in the request. */
  faults: Array<Fault>;
};

export type Question = {
  question: string;
};

export type QuestionList = {
  game: string;
  questions: Array<PlayQuestion>;
  rules: Array<PlayRule>;
};

export type Receipt = {
  digest: VerdictDigest;
  game: CommonSlug;
  format: CommonSlug;
  release: VerdictRelease;
  ruleset: VerdictRuleset;
  verdict: VerdictVerdict;
  points: VerdictPoints;
  /** The codes of the findings, sorted. */
  codes: Array<string>;
  /** Only with house rules: their slugs, and the SHA-256 of their documents. */
  house_rules?: {
    slugs: Array<string>;
    digest: VerdictDigest;
  };
  /** Only if the legion names a date. */
  on?: string;
  /** Only if the verdict relies on facts entered by the owner. */
  own_numbers?: true;
  /** The time of the signature. */
  time: string;
  /** The `kid` of the signing key. */
  key: string;
  /** The version of the receipt format. */
  version: 1;
};

export type ReceiptAnswer = {
  receipt: Receipt;
  /** In base64url. */
  signature: string;
  /** Receipt and signature in short, for a QR code. */
  code: string;
  /** The address of the page that verifies it, without host. */
  url: string;
};

export type ReceiptQuestion = {
  legion: Legion;
};

export type ReferenceList = {
  /** The release of the response. */
  release: number;
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<ReferenceOrFields>;
};

/** The whole document, or only the requested `fields`. */
export type ReferenceOrFields = Reference | Fields;

export type Release = {
  number: number;
  published_at: string;
  /** The reason for the release. */
  why: string;
  /** The number of changed documents. */
  revisions: number;
};

export type ReleaseList = {
  /** The release of the response. */
  release: number;
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<Release>;
};

export type ReportAnswer = {
  digest: VerdictDigest;
  game: CommonSlug;
  format: CommonSlug;
  release: VerdictRelease;
  ruleset: VerdictRuleset;
  verdict: VerdictVerdict;
  expected: VerdictVerdict;
  /** Empty where no rule was named. */
  code: string;
  /** The decision of the curators. */
  state: "open" | "wrong" | "right";
};

export type ReportQuestion = {
  legion: Legion;
  expected: VerdictVerdict;
  /** The rule in question. */
  code?: string;
  /** An explanation for the curators. */
  note?: string;
};

/** The rules for a situation, applied step by step. */
export type Resolution = {
  /** The release whose cards were read. */
  release: number;
  game: string;
  question: string;
  /** Forbidden if a finding is an error; undetermined while facts that decide are not known. */
  outcome: "allowed" | "forbidden" | "undetermined";
  /** The result; its fields depend on the question. */
  result: Record<string, unknown>;
  steps: Array<PlayStep>;
  /** The broken rules. */
  findings: Array<VerdictFinding>;
  /** The unknown facts that decide. */
  unknown: Array<UnknownPlayFact>;
  /** The exact chances if dice are open. */
  odds: Record<string, unknown> | null;
  /** The parts of the situation without effect. */
  unused: Array<UnusedInput>;
};

export type ResolutionAnswer = Resolution | ResolutionBatch;

export type ResolutionBatch = {
  resolutions: Array<Resolution | Problem>;
};

export type Rule = {
  game: string;
  /** The code in findings. Its meaning never changes. */
  code: string;
  title: string;
  /** The rule in plain words. */
  text: string;
  cite: VerdictFindingCite;
  /** The severity of breaking the rule; null for a rule that only changes the price. */
  level: "error" | "warning" | null;
  /** Its conformance cases; null where they are not installed. */
  examples: RuleExamples | null;
};

export type RuleCases = {
  /** The rule's code. */
  rule: string;
  /** The rule in one line. */
  about: string;
  cases: Array<Case>;
};

export type RuleExamples = {
  /** The number of cases. */
  count: number;
  /** The address of the cases, without host. */
  cases: string;
  /** The address of their documents, without host. */
  library: string;
};

export type RuleList = {
  /** The release of the response. */
  release: number;
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<Rule>;
};

export type RulebookSection = {
  page: number;
  title: string;
  /** Covered by rules for lists, by questions of play, by references, or left to people. */
  state: "judged" | "resolved" | "reference" | "table" | "open";
  /** The reason why it is left to people, or the reference. */
  reason: string | null;
  /** The codes of the rules that cite it. */
  rules: Array<string>;
};

export type RulingList = {
  /** The release of the response. */
  release: number;
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<RulingOrFields>;
};

/** The whole document, or only the requested `fields`. */
export type RulingOrFields = Ruling | Fields;

/** A schema of draft 2020-12. */
export type Schema = Record<string, unknown>;

export type SchemaEntry = {
  path: string;
  /** The address of the schema, without host. */
  "$id": string;
  title: string;
  description: string;
};

export type SchemaList = {
  /** The release of the response. */
  release: number;
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<SchemaEntry>;
};

export type SetList = {
  /** The release of the response. */
  release: number;
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<SetOrFields>;
};

/** The whole document, or only the requested `fields`. */
export type SetOrFields = Set | Fields;

export type SharedLegion = {
  legion: Legion;
  /** The name of the owner; empty for a guest. */
  by: string;
  /** The current role of the person on Muster; null for players, and for a person who is not named. */
  role: "admin" | "moderator" | "curator" | null;
  public: boolean;
  updated_at: string;
};

export type SituationBatch = {
  situations: Array<unknown>;
};

/** A situation of the question in the address. */
export type SituationQuestion = AttackWingSituationsSetUp | AttackWingSituationsOrder | AttackWingSituationsManeuver | AttackWingSituationsAttack | AttackWingSituationsAreaAttack | AttackWingSituationsUpgrade | AttackWingSituationsDamage | AttackWingSituationsDamageDeck | AttackWingSituationsFormation | AttackWingSituationsMorale | AttackWingSituationsEndPhase | AttackWingSituationsWinner | AttackWingSituationsDispute | SituationBatch;

export type TextAnswer = {
  game: string;
  /** The release of the response. */
  release: number;
  /** One card a line; see the text form in the repository. */
  text: string;
};

export type TextQuestion = {
  legion: Legion;
};

export type TextReadingAnswer = {
  game: string;
  /** The release of the response. */
  release: number;
  legion: Legion;
  /** How each line that is not blank was read, in order: a row for each card, or one for the line. */
  lines: Array<{
    /** The number of the line in the text. */
    line: number;
    /** The text of the line. */
    text: string;
    outcome: "mapped" | "guessed" | "unknown" | "dropped";
    card: string | null;
    /** Its first place in the legion; empty for a line without a place. */
    at: string | null;
    /** The confidence from 0 to 100, if the card was guessed. */
    likeness: number | null;
    /** The explanation, often empty. */
    message: string;
    /** True if a line that was read as a title, a heading or a remark becomes a card when you write `1x` before it. */
    may_be_card?: boolean;
  }>;
};

export type TextReadingQuestion = {
  game: string;
  /** One card a line; see the text form in the repository. */
  text: string;
};

export type UnknownPlayFact = {
  /** The slug of the card or game that lacks the fact; empty if only the players can know it. */
  card: string;
  /** The unknown fact, as a sentence. */
  message: string;
  /** The JSON Pointer of the fact in the document. */
  fact: string;
  /** The places in the situation. */
  at: Array<string>;
  /** The rules that depend on it. */
  needed_by: Array<string>;
};

export type UnusedInput = {
  /** The JSON Pointer in the situation. */
  at: string;
  /** The reason why it has no effect, in plain words. */
  reason: string;
};

export type VerdictAnswer = Verdict | BatchAnswer;

/** Each line is the verdict on one legion, or a problem. */
export type VerdictLine = Verdict | Problem;

export type VerdictQuestion = Legion | Batch;

export type WantedCard = {
  game: string;
  kind: string;
  slug: string;
  name: string | null;
  /** Null if not known. */
  set: string | null;
  /** Fields of the card. */
  facts: Array<string>;
  /** The number of saved lists with the card, counted every 15 minutes. 4 means any number from 1 to 4, so that no single list is revealed. */
  waiting: number;
  /** The card for programs. */
  url: string;
  /** The address where people enter the facts of the printed card. */
  page: string;
};

export type WantedList = {
  /** The release of the response. */
  release: number;
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<WantedCard>;
};

export type Webhook = {
  id: string;
  /** The address, without host. */
  address: string;
  /** The address that receives the messages. */
  url: string;
  /** True if it receives messages about releases. */
  active: boolean;
  /** The reason why it is switched off; null while it is active. */
  off: "owner" | "failing" | "gone" | null;
  /** The time until which the former secret also signs. */
  former_secret_until: string | null;
  created_at: string;
};

export type WebhookDelivery = {
  id: string;
  /** The address, without host. */
  url: string;
  /** The `webhook-id` header of each attempt. */
  message: string;
  event: "release.published" | "ping";
  release: number | null;
  state: "waiting" | "delivered" | "failed";
  /** The time of the next attempt; null if there is none. */
  next_try_at: string | null;
  created_at: string;
  tries: Array<WebhookTry>;
};

export type WebhookDeliveryList = {
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<WebhookDelivery>;
};

export type WebhookList = {
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<Webhook>;
};

/** A message to a webhook. Types and fields may be added. */
export type WebhookMessage = WebhookRelease | WebhookPing;

export type WebhookPing = {
  type: "ping";
  timestamp: string;
  data: WebhookPingData;
};

export type WebhookPingData = {
  /** A complete address with host. */
  webhook: string;
};

export type WebhookRelease = {
  type: "release.published";
  timestamp: string;
  data: WebhookReleaseData;
};

export type WebhookReleaseData = {
  release: number;
  why: string;
  games: Array<WebhookReleaseGame>;
  added: number;
  changed: number;
  renamed: number;
  retired: number;
  /** The changes, document by document. */
  changes: string;
  /** The files of the whole catalog, with their SHA-256. */
  bulk: string;
};

export type WebhookReleaseGame = {
  game: string;
  added: number;
  changed: number;
  renamed: number;
  retired: number;
};

export type WebhookToAdd = {
  /** The address that receives the messages. */
  url: string;
};

export type WebhookToHave = {
  /** The address that receives the messages. */
  url: string;
  /** True if it receives messages about releases. */
  active?: boolean;
};

export type WebhookTry = {
  at: string;
  /** The time until the response. */
  milliseconds: number;
  /** Null if there was no response. */
  status: number | null;
  /** Null if the message was accepted. */
  trouble: "status" | "redirect" | "name-not-found" | "address-not-allowed" | "no-connection" | "not-secure" | "too-slow" | "no-http" | "no-secret" | null;
  /** The beginning of the response. */
  answer: string;
};

export type WebhookWithSecret = {
  id: string;
  /** The address, without host. */
  address: string;
  /** The address that receives the messages. */
  url: string;
  /** True if it receives messages about releases. */
  active: boolean;
  /** The reason why it is switched off; null while it is active. */
  off: "owner" | "failing" | "gone" | null;
  /** The time until which the former secret also signs. */
  former_secret_until: string | null;
  created_at: string;
  /** The secret, shown only once: store it. */
  secret: string;
};

/** A game with sides, objectives and rewards of its own, as campaigns are made of: what each side may bring, what it plays for, and what it earns. */
export type Adventure = {
  kind: "adventure";
  game: CommonSlug;
  slug: CommonSlug;
  name: string;
  /** What it is about, short and in our own words. */
  text: string;
  /** Whether the publisher of the game has made it. One of our own, and of any group's, is not. */
  official: boolean;
  /** The campaign that it belongs to, as a slug. Left out: it is no part of one. */
  storyline?: CommonSlug;
  /** What its storyline is about, in a sentence of our own. The first adventure of a storyline has it. */
  storyline_text?: string;
  /** What the drawn picture of its storyline shows. Left out: a landscape. */
  storyline_scene?: "flames" | "gate" | "hoard" | "tents" | "tower";
  /** Its number in the storyline. */
  number?: number | null;
  /** The set it came with. Left out: none. */
  set?: CommonSlug;
  /** The format that its lists are built in. Left out: the game's default. */
  format?: CommonSlug;
  /** How many players it is recommended for. */
  players: number | null;
  /** How many rounds are played at most. Left out: there is no such limit. Empty: not known. */
  rounds?: number | null;
  /** How many points a booster that is opened on the day may add. Left out: no such points. */
  booster_points?: number | null;
  /** The play area in inches, and what its edges are. */
  area?: {
    /** From west to east. */
    width: number;
    /** From north to south. */
    depth: number;
    /** The edges that nobody gets through. The others are open. */
    walls: Array<"north" | "east" | "south" | "west">;
  };
  /** Who plays against whom. A side that nobody has to take may be played by several players as a team. */
  sides: Array<{
    /** The word by which everything else means this side. */
    side: CommonSlug;
    name: string;
    /** The most that its list may cost, without what is bought. Empty: not known, or nothing has a price. */
    points: number | null;
    /** The cards that its list must have, by slug. */
    required_cards: Array<CommonSlug>;
    /** Where it is set up: a rectangle, in inches from the west and the north edge. Left out: not known, or as the game has it. */
    start?: {
      from_west: number;
      from_north: number;
      width: number;
      depth: number;
    };
    /** What it plays for, in our own words. */
    objective: string | null;
    /** What can become of it: those that players choose from after the game. */
    ends: Array<"defeated" | "left" | "present" | "won" | "lost" | "drawn">;
    /** By which ways it can leave, where that decides. Left out: that decides nothing. */
    exits?: Array<CommonSlug>;
    /** When it may leave: one row is enough. In any other case leaving is its defeat, and it counts as defeated in every outcome. Left out: it leaves whenever it likes. Empty: never. */
    may_leave?: Array<{
      all: AdventureOutcomesItemsWhenItemsAll;
    }>;
    /** Whether the game is over when it leaves: a side that is defeated or leaves after that was still there. Left out: the game goes on. */
    leaving_ends?: boolean;
  }>;
  /** What lies on the table when it begins. */
  pieces?: Array<{
    /** The number on the token. */
    number: number;
    /** What it stands for, in our own words. */
    what: string;
    /** The card that whoever picks it up has until it is dropped, free and without a slot. Left out: none. */
    card?: CommonSlug;
    /** Its place in inches. Left out: the players choose it. */
    from_west?: number;
    from_north?: number;
  }>;
  /** How many tokens one side holds at most. Left out: none can be held. */
  most_held?: number;
  /** What holds in it beside the rules of the game, in our own words, one rule a line. */
  special_rules: Array<string>;
  /** Which questions of play a special rule touches. One that is not named here may touch any. */
  touches?: Array<{
    /** The place of the special rule, from 0 on. */
    rule: number;
    /** The questions of play, by name; none where it touches the building of lists alone. */
    questions: Array<CommonSlug>;
  }>;
  /** What its text leaves open, with each reading. A campaign can settle them when it starts. */
  questions?: Array<{
    /** The word by which outcomes mean it. */
    question: CommonSlug;
    text: string;
    readings: Array<{
      reading: CommonSlug;
      text: string;
    }>;
  }>;
  /** Artifacts that a side may take although its player has not earned them: because that side earned them in another adventure, or because nobody took them there. */
  claims?: Array<{
    side: CommonSlug;
    /** The adventure they are from. */
    adventure: CommonSlug;
    /** The side that earned them there. Left out: they are those that nobody earned. */
    earned_by?: CommonSlug;
    cards: Array<CommonSlug>;
    /** The open question that decides of those that somebody carried off there and did not earn. */
    question?: CommonSlug;
    /** The reading of it by which these may be taken. */
    reading?: CommonSlug;
  }>;
  /** What each way to end brings, in the order they are read. The first total victory or draw that holds is the outcome; where none does, every partial victory that holds. */
  outcomes: Array<{
    /** The number or word by which it is told, once for each row. */
    paragraph: CommonSlug;
    victory: "total" | "partial" | "draw";
    /** Whether the adventure is played again after it, before its players go on to another one. Left out: no. */
    played_again?: boolean;
    /** What comes of it, short and in our own words. */
    text: string;
    /** When it holds: one row is enough. */
    when: Array<{
      all: AdventureOutcomesItemsWhenItemsAll;
      /** An open question that decides it, too. Left out: none. */
      question?: CommonSlug;
      /** The reading of it by which it holds. */
      reading?: CommonSlug;
    }>;
    /** Who earns what. */
    earned: Array<{
      side: CommonSlug;
      xp: number;
      /** It chooses one of these. Left out: no card. */
      cards?: Array<CommonSlug>;
      /** It chooses among those whose tokens it holds, if any. */
      only_held?: boolean;
    }>;
  }>;
  /** Its texts in other languages than English, each beside the word of what it is of. Names stay as they are, so that everybody means the same by them. */
  translations?: Array<{
    language: CommonLanguage;
    text: string;
    storyline_text?: string;
    sides?: Array<{
      side: CommonSlug;
      objective: string;
    }>;
    pieces?: Array<{
      number: number;
      what: string;
    }>;
    /** As many as there are in English, in their order. */
    special_rules?: Array<string>;
    questions?: Array<{
      question: CommonSlug;
      text: string;
      readings: Array<{
        reading: CommonSlug;
        text: string;
      }>;
    }>;
    outcomes?: Array<{
      paragraph: CommonSlug;
      text: string;
    }>;
  }>;
  formerly?: CommonFormerly;
  /** Why it is no longer to be played. Leave the field out for one in use. */
  retired?: CommonRetired;
  sources: CommonSources;
};

export type AdventureOutcomesItemsWhenItemsAll = Array<{
  side: CommonSlug;
  /** One of these. */
  is?: Array<"defeated" | "left" | "present" | "won" | "lost" | "drawn">;
  /** It left by one of these exits. */
  by?: Array<CommonSlug>;
  /** It had so much health at the end, or more. */
  least_health?: number;
  /** It had so much health at the end, or less. */
  most_health?: number;
  /** It held one of these tokens. */
  holds?: Array<number>;
  /** It was defeated or left after all of these sides were or had. */
  after?: Array<CommonSlug>;
  /** It was defeated or left before any of these sides was or did; some may be there still. */
  before?: Array<CommonSlug>;
}>;

/** Definitions shared by the kinds of Attack Wing; no document is of this kind. */
export type AttackWingCommon = unknown;

export type AttackWingCommonAction = "dodge" | "charge" | "target" | "concentrate" | "feint";

/** Where an attack can be aimed; any means both, none that nothing is aimed. */
export type AttackWingCommonArc = "forward" | "rear" | "any" | "none" | null;

/** Whether its attack strikes all in an area. Left out: not known, or it has no attack. */
export type AttackWingCommonArea = boolean | null;

/** One word about the bearer, or its opposite under not. */
export type AttackWingCommonClause = {
  alignment?: AttackWingCommonPlainClauseAlignment;
  energy?: AttackWingCommonPlainClauseEnergy;
  class?: AttackWingCommonPlainClauseClass;
  name?: AttackWingCommonPlainClauseName;
  keyword?: AttackWingCommonPlainClauseKeyword;
  movement?: AttackWingCommonPlainClauseMovement;
  base?: AttackWingCommonPlainClauseBase;
  troop?: AttackWingCommonPlainClauseTroop;
  level_at_least?: AttackWingCommonPlainClauseLevelAtLeast;
  has_slot?: AttackWingCommonPlainClauseHasSlot;
  not?: AttackWingCommonPlainClause;
};

/** Legion points, as printed. */
export type AttackWingCommonCost = number | null;

/** Points added for each upgrade in the legion, this one included, that has one of the keywords. */
export type AttackWingCommonCostEach = {
  family: Array<CommonSlug>;
  cost: number;
};

/** The dice of its attack; where they depend on the target, the fewest. Left out: not known, or the card says none. */
export type AttackWingCommonDice = number | null;

/** Whether its attack rolls the dice that the card says, those of the primary weapon value, or it has no attack. Left out: not known. */
export type AttackWingCommonDiceFrom = "card" | "primary" | "none" | null;

/** The energy types printed on the card; none ticked means printed as none. */
export type AttackWingCommonEnergy = Array<AttackWingCommonEnergyType> | null;

export type AttackWingCommonEnergyType = "fire" | "cold" | "acid" | "lightning" | "thunder" | "positive" | "negative" | "poison" | "disease";

/** Keywords that no other upgrade of the same creature may have. */
export type AttackWingCommonExcludes = Array<{
  keyword: Array<CommonSlug>;
}> | null;

/** Rules that do not count this card because its own text says so. */
export type AttackWingCommonExempt = Array<"campaign-artifact-limit"> | null;

/** Slots the card adds to its bearer; it is never in one of them itself. */
export type AttackWingCommonGrants = Array<{
  slot: AttackWingCommonIcon;
  count: number;
}> | null;

/** What heads its text: an action, an attack, or an effect that lasts; none where it is nothing of these. Left out: not known. */
export type AttackWingCommonHeaders = Array<"action" | "attack" | "continuous" | "none"> | null;

/** One of the six icons of an upgrade banner. */
export type AttackWingCommonIcon = "dragon" | "equipment" | "monster" | "heroic" | "arcane" | "divine";

/** How many upgrades with one of the keywords may be together. */
export type AttackWingCommonLimits = Array<{
  family: Array<CommonSlug>;
  per: "creature" | "legion";
  at_most: number;
}> | null;

/** Whether its attack is a melee attack. Left out: not known, or it has no attack. */
export type AttackWingCommonMelee = boolean | null;

/** Legion points added unless the clause holds for the bearer. */
export type AttackWingCommonPenalties = Array<{
  unless: AttackWingCommonClause;
  cost: number;
}> | null;

/** Whether its attack penetrates armor. Left out: not known, or it has no attack. */
export type AttackWingCommonPenetrates = boolean | null;

/** Whether a Permanent Duration Token is placed on it when it is used. Left out: not known. */
export type AttackWingCommonPermanent = boolean | null;

/** How many Duration Tokens are placed on it when it is used. Left out: not known. */
export type AttackWingCommonPlacesTokens = number | null;

/** One word about the bearer; of several values any one will do. */
export type AttackWingCommonPlainClause = {
  alignment?: AttackWingCommonPlainClauseAlignment;
  energy?: AttackWingCommonPlainClauseEnergy;
  class?: AttackWingCommonPlainClauseClass;
  name?: AttackWingCommonPlainClauseName;
  keyword?: AttackWingCommonPlainClauseKeyword;
  movement?: AttackWingCommonPlainClauseMovement;
  base?: AttackWingCommonPlainClauseBase;
  troop?: AttackWingCommonPlainClauseTroop;
  level_at_least?: AttackWingCommonPlainClauseLevelAtLeast;
  has_slot?: AttackWingCommonPlainClauseHasSlot;
};

export type AttackWingCommonPlainClauseAlignment = Array<"good" | "neutral" | "evil">;

export type AttackWingCommonPlainClauseBase = Array<"small" | "large">;

/** The class exactly as printed. */
export type AttackWingCommonPlainClauseClass = Array<string>;

export type AttackWingCommonPlainClauseEnergy = Array<AttackWingCommonEnergyType>;

export type AttackWingCommonPlainClauseHasSlot = Array<AttackWingCommonIcon>;

export type AttackWingCommonPlainClauseKeyword = Array<CommonSlug>;

export type AttackWingCommonPlainClauseLevelAtLeast = number;

export type AttackWingCommonPlainClauseMovement = Array<"flying" | "ground">;

/** The name exactly as printed. */
export type AttackWingCommonPlainClauseName = Array<string>;

export type AttackWingCommonPlainClauseTroop = boolean;

/** The range as printed in short, for example 1-3 or cone 3; none when the card has no attack. */
export type AttackWingCommonRange = string | null;

/** What its bearer must be; every line must hold. No line means no restriction. */
export type AttackWingCommonRequires = Array<AttackWingCommonClause> | null;

/** The tokens that its attack or action costs, or none. Left out: not known. */
export type AttackWingCommonSpends = Array<"target" | "concentrate" | "charge" | "dodge" | "none"> | null;

/** A gold ring round the cost. */
export type AttackWingCommonUnique = boolean | null;

/** Whether using it disables or discards it. Left out: not known. */
export type AttackWingCommonWhenUsed = "nothing" | "disable" | "discard" | null;

/** A Creature Card of Attack Wing with its figure. */
export type AttackWingCreature = {
  kind: "creature";
  game: "attack-wing";
  slug: CommonSlug;
  name: CommonName;
  /** The line under the name, as printed, without the words in brackets. */
  class: string | null;
  keywords: CommonKeywords;
  /** The set the card was sold in. */
  set: CommonSlugOrUnknown;
  unique: AttackWingCommonUnique;
  cost: AttackWingCommonCost;
  /** For a troop only: the number on the token for each number of soldiers. */
  costs?: {
    "2": number | null;
    "3": number | null;
    "4": number | null;
    "5": number | null;
    "6": number | null;
  } | null;
  /** The order in which creatures act. */
  level: number | null;
  /** The number in the red field: attack dice of the primary weapons. */
  attack: number | null;
  /** The number in the green field: defense dice. */
  agility: number | null;
  /** The number in the yellow field: damage cards it can take. */
  health: number | null;
  /** The number in the blue field: hits it can deflect. */
  armor: number | null;
  alignment: "good" | "neutral" | "evil" | null;
  energy: AttackWingCommonEnergy;
  /** One icon for each upgrade it can carry, from the top. */
  slots: Array<AttackWingCommonIcon> | null;
  /** The icons of its action bar. */
  actions: Array<AttackWingCommonAction> | null;
  weapons: Array<{
    name: string | null;
    /** Melee, or ranged when not. */
    melee: boolean | null;
    arc: AttackWingCommonArc;
    /** The farthest range it reaches. */
    range: number | null;
  }> | null;
  movement: "flying" | "ground" | null;
  base: "small" | "large" | null;
  /** Whether it is a troop of one to six soldiers. */
  troop: boolean | null;
  text: CommonText;
  /** One line that has no effect on play. */
  flavour?: string;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** A card of the damage deck; never part of a legion. */
export type AttackWingDamageCard = {
  kind: "damage-card";
  game: "attack-wing";
  slug: CommonSlug;
  name: CommonName;
  /** The set the card was sold in. */
  set: CommonSlugOrUnknown;
  /** How many of it are in the deck. */
  copies: number | null;
  /** Whether it names an action that turns it face down. */
  flips: boolean | null;
  /** How many Duration Tokens are placed on it when it is dealt face up. Left out: not known. */
  places_tokens?: number | null;
  /** How many damage cards it counts as while it lies face up. Left out: not known. */
  counts_as?: number | null;
  text: CommonText;
  /** One line that has no effect on play. */
  flavour?: string;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** The game, with the faces of its dice. */
export type AttackWingGame = {
  kind: GameKind;
  game: CommonSlug;
  slug: CommonSlug;
  name: CommonName;
  publisher: GamePublisher;
  released: CommonReleased;
  ruleset: GameRuleset;
  default_format: GameDefaultFormat;
  legion_word: GameLegionWord;
  text: GameText;
  notice: GameNotice;
  /** The two kinds of die and how many of their faces show what. What no face is counted for is blank. */
  dice?: Array<{
    die: "attack" | "defense";
    sides: number | null;
    /** Faces with a hit, of an attack die. */
    hits?: number | null;
    /** Faces with a critical hit, of an attack die. */
    criticals?: number | null;
    /** Faces with a dodge, of a defense die. */
    dodges?: number | null;
    /** Faces with the mark of concentration. */
    concentrates: number | null;
  }>;
  translations?: GameTranslations;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** A house rule, with the slots that it may add. */
export type AttackWingHouseRule = {
  kind: HouseRuleKind;
  game: CommonSlug;
  slug: CommonSlug;
  name: HouseRuleName;
  text: HouseRuleText;
  official: HouseRuleOfficial;
  waives?: HouseRuleWaives;
  levels?: HouseRuleLevels;
  points?: HouseRulePoints;
  bans?: HouseRuleBans;
  pool?: HouseRulePool;
  limits?: HouseRuleLimits;
  /** Slots that creatures have beside those of their banner. */
  slots?: Array<{
    slot: AttackWingCommonIcon;
    count: number;
    /** What a creature must be to have them; every line must hold. No line means every creature. */
    bearers?: Array<AttackWingCommonClause>;
  }>;
  translations?: CommonTranslations;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** What the dials of one class of creature offer; a card for reference, never part of a legion. */
export type AttackWingManeuverCard = {
  kind: "maneuver-card";
  game: "attack-wing";
  slug: CommonSlug;
  /** The class that the card is for and the word Maneuvers: the printed card bears the class alone. */
  name: CommonName;
  /** The class of creature that uses these dials, as printed on its Creature Card. */
  class: string | null;
  /** The set the card was sold in. */
  set: CommonSlugOrUnknown;
  /** The sides of the card; not known until both were seen. */
  dials: Array<"ground" | "flight"> | null;
  /** One line for each maneuver of each dial. */
  maneuvers: Array<{
    dial: "ground" | "flight" | null;
    /** Turnabout stands for the wingover too, its name in flight. */
    bearing: "straight" | "bank" | "turn" | "turnabout" | "fall-back" | "pivot";
    /** Where a bank or turn leads; none for every other bearing. */
    side: "left" | "right" | "none";
    /** The number on the template; 0 for a pivot. */
    speed: number;
    /** Red exhausts, green takes exhaustion away. */
    colour: "white" | "red" | "green";
  }> | null;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** A situation of Attack Wing: area attack. */
export type AttackWingSituationsAreaAttack = {
  attacker: AttackWingSituationsCommonCreature;
  upgrade: AttackWingSituationsCommonUpgrade;
  /** Whether the attacker spends its Charge Token first. Left out: it does not. */
  charge?: boolean;
  /** The one that is attacked, as the attacker names it; both where the card names none. */
  level?: "ground" | "air" | "both";
  /** Where it lies, of a burst: wholly inside range and arc, in part outside, or on a base. */
  burst_token?: "inside" | "outside" | "overlapping";
  /** In the order in which the attacker resolves them. */
  targets: Array<{
    creature: AttackWingSituationsCommonCreature;
    /** After the target was declared. Left out: not measured yet. */
    measured?: {
      /** In that of the weapon or upgrade. Left out: it is, unless its arc is given and is another. */
      in_arc?: boolean;
      /** Null where it is out of range. That of a burst is measured from the Burst Token. */
      range: number | null;
      /** In which arc of the attacker the target lies. Left out: in that of the weapon or upgrade, unless it is said to be outside of it. */
      arc?: "forward" | "rear";
      /** For a burst, whose range is measured from its token: at range 4 the defender rolls one die more. Left out: not at range 4. */
      from_attacker?: number | null;
    };
    /** By an area attack on a troop; soldiers that are pressed are not counted. Asked for where it decides. */
    caught?: number;
    /** Each token as often as it is spent. Left out: none. */
    spend?: {
      /** Left out: none. */
      attacker?: Array<"target" | "concentrate">;
      /** Left out: none. */
      defender?: Array<"dodge" | "concentrate">;
    };
    /** What card texts change, as the players give it; those of one side in the order in which it resolves them. Left out: nothing. */
    changes?: Array<{
      what: "attack-dice" | "defense-dice" | "hits" | "criticals" | "dodges";
      by: number;
      because: AttackWingSituationsCommonBecause;
      /** Whose card it is. Asked for where the order decides; attack dice are changed by the defender first, defense dice by the attacker. */
      side?: "attacker" | "defender";
      /** Whether a special rule of an adventure changes it, and no card. Left out: a card. */
      adventure?: boolean;
      /** Whether its side resolves it before it re-rolls and spends tokens. Asked for where that decides. */
      first?: boolean;
      /** Which dice lose a result by it, by their places from 0 on. Asked for where one that may have lost it is re-rolled afterwards. */
      turned?: Array<number>;
    }>;
    /** Left out: not rolled yet. */
    rolled?: {
      /** Left out: not rolled yet. */
      attack?: Array<AttackWingSituationsCommonAttackFace>;
      /** Attack dice that are re-rolled, in their order. Left out: none. */
      reroll?: Array<{
        /** Its place, from 0 on. */
        die: number;
        face: AttackWingSituationsCommonAttackFace;
        /** The card that allows it; left out: a Target Token that is spent. */
        because?: AttackWingSituationsCommonBecause;
        /** Whether its card says that a die can be re-rolled more than once. Left out: it does not. */
        twice?: boolean;
        /** Who re-rolls it. Left out: the attacker. */
        side?: "attacker" | "defender";
      }>;
      /** Left out: not rolled yet. */
      defense?: Array<AttackWingSituationsCommonDefenseFace>;
      /** In their order. Left out: none. */
      defense_reroll?: Array<{
        /** Its place, from 0 on. */
        die: number;
        face: AttackWingSituationsCommonDefenseFace;
        /** The card that allows it; no token does. */
        because?: AttackWingSituationsCommonBecause;
        /** Whether its card says that a die can be re-rolled more than once. Left out: it does not. */
        twice?: boolean;
        /** Who re-rolls it. Left out: the defender. */
        side?: "attacker" | "defender";
      }>;
    };
    /** Whether it is of the attacker's own side, as an area attack can catch. Left out: it is an enemy. */
    friend?: boolean;
    /** Whether it gives a die to the attacker, which pages 12 and 19 leave open. Asked for where it decides. */
    pivot_of_friend?: boolean;
  }>;
  /** How many dice there are to roll, if fewer than are rolled. */
  at_hand?: {
    attack?: number;
    defense?: number;
  };
  /** The card by which a creature that has attacked in this round may attack once more. */
  attacks_again?: AttackWingSituationsCommonBecause;
  dice?: AttackWingSituationsCommonDieFaces;
  adventure?: AttackWingSituationsCommonAdventure;
};

/** A situation of Attack Wing: attack. */
export type AttackWingSituationsAttack = {
  attacker: AttackWingSituationsCommonCreature;
  defender: AttackWingSituationsCommonCreature;
  /** Left out: the first of the attacker's. */
  weapon?: AttackWingSituationsCommonWeapon;
  /** Left out: a weapon attacks. */
  upgrade?: AttackWingSituationsCommonUpgrade;
  /** After the target was declared. Left out: not measured yet. */
  measured?: {
    /** In that of the weapon or upgrade. Left out: it is, unless its arc is given and is another. */
    in_arc?: boolean;
    /** Null where it is out of range. That of a burst is measured from the Burst Token. */
    range: number | null;
    /** In which arc of the attacker the target lies. Left out: in that of the weapon or upgrade, unless it is said to be outside of it. */
    arc?: "forward" | "rear";
    /** For a burst, whose range is measured from its token: at range 4 the defender rolls one die more. Left out: not at range 4. */
    from_attacker?: number | null;
  };
  /** Between two creatures on the ground. Left out: none. */
  interposing?: number;
  /** Each with its play level. Of a mere number the level is asked for where it decides. Left out: none. */
  obstacles?: number | Array<{
    affects: "ground" | "air" | "both";
  }>;
  /** By an area attack on a troop; soldiers that are pressed are not counted. Asked for where it decides. */
  caught?: number;
  /** Whether it is of the attacker's own side, as an area attack can catch. Left out: it is an enemy. */
  friend?: boolean;
  /** Whether it gives a die to the attacker, which pages 12 and 19 leave open. Asked for where it decides. */
  pivot_of_friend?: boolean;
  /** Each token as often as it is spent. Left out: none. */
  spend?: {
    /** Left out: none. */
    attacker?: Array<"charge" | "target" | "concentrate">;
    /** Left out: none. */
    defender?: Array<"dodge" | "concentrate">;
  };
  /** What card texts change, as the players give it; those of one side in the order in which it resolves them. Left out: nothing. */
  changes?: Array<{
    what: "attack-dice" | "defense-dice" | "hits" | "criticals" | "dodges";
    by: number;
    because: AttackWingSituationsCommonBecause;
    /** Whose card it is. Asked for where the order decides; attack dice are changed by the defender first, defense dice by the attacker. */
    side?: "attacker" | "defender";
    /** Whether a special rule of an adventure changes it, and no card. Left out: a card. */
    adventure?: boolean;
    /** Whether its side resolves it before it re-rolls and spends tokens. Asked for where that decides. */
    first?: boolean;
    /** Which dice lose a result by it, by their places from 0 on. Asked for where one that may have lost it is re-rolled afterwards. */
    turned?: Array<number>;
  }>;
  /** Left out: not rolled yet. */
  rolled?: {
    /** Left out: not rolled yet. */
    attack?: Array<AttackWingSituationsCommonAttackFace>;
    /** Attack dice that are re-rolled, in their order. Left out: none. */
    reroll?: Array<{
      /** Its place, from 0 on. */
      die: number;
      face: AttackWingSituationsCommonAttackFace;
      /** The card that allows it; left out: a Target Token that is spent. */
      because?: AttackWingSituationsCommonBecause;
      /** Whether its card says that a die can be re-rolled more than once. Left out: it does not. */
      twice?: boolean;
      /** Who re-rolls it. Left out: the attacker. */
      side?: "attacker" | "defender";
    }>;
    /** Left out: not rolled yet. */
    defense?: Array<AttackWingSituationsCommonDefenseFace>;
    /** In their order. Left out: none. */
    defense_reroll?: Array<{
      /** Its place, from 0 on. */
      die: number;
      face: AttackWingSituationsCommonDefenseFace;
      /** The card that allows it; no token does. */
      because?: AttackWingSituationsCommonBecause;
      /** Whether its card says that a die can be re-rolled more than once. Left out: it does not. */
      twice?: boolean;
      /** Who re-rolls it. Left out: the defender. */
      side?: "attacker" | "defender";
    }>;
  };
  /** How many dice there are to roll, if fewer than are rolled. */
  at_hand?: {
    attack?: number;
    defense?: number;
  };
  /** The card by which a creature that has attacked in this round may attack once more. */
  attacks_again?: AttackWingSituationsCommonBecause;
  dice?: AttackWingSituationsCommonDieFaces;
  adventure?: AttackWingSituationsCommonAdventure;
};

/** What situations of Attack Wing have in common. */
export type AttackWingSituationsCommon = unknown;

/** The adventure that is played, by slug or whole. Its special rules are cited, and open until the table has settled them. Left out: none is played. */
export type AttackWingSituationsCommonAdventure = {
  /** That of an adventure of the catalog. */
  slug?: CommonSlug;
  /** An adventure of one's own; it goes before a slug. */
  document?: Adventure;
  /** Special rules that the table has applied or that do not matter now, by their places from 0 on. */
  settled?: Array<number>;
};

export type AttackWingSituationsCommonAttackFace = "hit" | "critical" | "concentrate" | "blank";

/** The card or agreement that says so. */
export type AttackWingSituationsCommonBecause = string;

/** A card, or facts of one; facts given go before those of the card. */
export type AttackWingSituationsCommonCreature = {
  /** The card that its facts are of, by slug. Left out: it has none, and what is said of it is all there is. */
  card?: CommonSlug;
  /** What it is called; left out: as its card has it. */
  name?: string;
  level?: number;
  attack?: number;
  agility?: number;
  health?: number;
  armor?: number;
  energy?: Array<"fire" | "cold" | "acid" | "lightning" | "thunder" | "positive" | "negative" | "poison" | "disease">;
  weapons?: Array<AttackWingSituationsCommonWeapon>;
  movement?: "flying" | "ground";
  base?: "small" | "large";
  /** The action icons of its card. */
  actions?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint">;
  /** Left out: as its card has it move. */
  play_level?: "ground" | "air";
  /** Left out: no. */
  swooping?: boolean;
  /** Action and Pivot Tokens beside it. Left out: none. */
  tokens?: Array<"dodge" | "charge" | "concentrate" | "target" | "pivot">;
  /** Left out: none. */
  exhaustion?: number;
  /** Those beside it; of a troop those of the soldier in front. Left out: none. */
  damage?: number;
  /** Left out: none. */
  shattered?: number;
  /** How many a troop has left. Left out: it is no troop, unless some are pressed; then it is asked for where it decides. */
  soldiers?: number;
  /** Left out: none. */
  pressed?: number;
  /** Whether a troop has a Leader. Left out: it has none. */
  leader?: boolean;
  /** In this round. Left out: it has not. */
  attacked?: boolean;
  /** In this round. Left out: it has not. */
  charged?: boolean;
  /** Left out: none. */
  no_attack?: boolean;
  /** In this round. Left out: no. */
  altitude_changed?: boolean;
  /** By a card, though it is a ground creature. Left out: no. */
  can_fly?: boolean;
  /** In this round, free ones too. Left out: none. */
  actions_done?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint" | "card" | "remove-disabled">;
  /** Whether it has performed its one action of this round. Asked for where actions were performed, which may all have been free ones. */
  action_spent?: boolean;
  /** In this round. Left out: no. */
  met_obstacle?: boolean;
  /** Defeated, or fled from the battlefield. Left out: no. */
  defeated?: boolean;
  /** In an earlier round than the last. Left out: in the last one; an End Phase asks where that decides. */
  fell_before?: boolean;
};

export type AttackWingSituationsCommonDefenseFace = "dodge" | "concentrate" | "blank";

/** The faces of the dice, where the catalog does not know them. */
export type AttackWingSituationsCommonDieFaces = {
  attack?: {
    sides?: number;
    hits?: number;
    criticals?: number;
    concentrates?: number;
  };
  defense?: {
    sides?: number;
    dodges?: number;
    concentrates?: number;
  };
};

/** What icons are that are lost in the text of the rulebook. Left out: what each of them may be is told. */
export type AttackWingSituationsCommonIcons = {
  /** Left out: what each of them may be is told. */
  morale?: "hit" | "critical" | "hit-or-critical";
  /** Left out: what each of them may be is told. */
  dispute?: "concentrate" | "blank";
};

/** The place of a side among the sides, from 0 on. */
export type AttackWingSituationsCommonSeat = number;

export type AttackWingSituationsCommonSide = {
  name?: string;
  /** Legion points of all its cards. */
  total?: number;
  creatures?: Array<AttackWingSituationsCommonCreature>;
  /** Those of its list. */
  picks?: Array<{
    /** The card that its facts are of, by slug. */
    card: CommonSlug;
    /** Left out: 1. */
    count?: number;
    /** How many a troop has left. Left out: it is no troop. */
    soldiers?: number;
    upgrades?: Array<CommonSlug>;
  }>;
};

/** In the order in which they sit to the left of each other. */
export type AttackWingSituationsCommonSides = Array<AttackWingSituationsCommonSide>;

/** A card, or facts of one. */
export type AttackWingSituationsCommonUpgrade = {
  /** The card that its facts are of, by slug. Left out: it has none, and what is said of it is all there is. */
  card?: CommonSlug;
  name?: string;
  /** How many its attack rolls, or primary for the weapon value. */
  dice?: number | "primary";
  /** Left out: as its card has it; of an upgrade that is only described: ranged. */
  melee?: boolean;
  /** Left out: as its card has it, or any in which the players say that the target lies. */
  arc?: "forward" | "rear" | "all";
  /** As cards print it: 2-3, cone 2. */
  range?: string;
  /** Left out: as its card has them; of an upgrade that is only described: none. */
  energy?: Array<"fire" | "cold" | "acid" | "lightning" | "thunder" | "positive" | "negative" | "poison" | "disease">;
  /** Left out: as its card has it; of an upgrade that is only described: it does not. */
  penetrates?: boolean;
  /** Whether the defender is of its energy type, where the types are not given. Left out: as the energy types of both say. */
  resisted?: boolean;
  /** Left out: as its range or its card has it; of an upgrade that is only described: in the question of an area attack alone. */
  area?: boolean;
  /** Left out: as its card has it; of an upgrade that is only described: none. */
  costs?: Array<"target" | "concentrate" | "charge" | "dodge">;
  /** Left out: none. */
  duration_tokens?: number;
  /** Left out: it is not. */
  disabled?: boolean;
  /** Left out: it is not. */
  discarded?: boolean;
  /** Left out: as its card has it; of an upgrade that is only described: none. */
  places_tokens?: number;
  /** Left out: as its card has it; of an upgrade that is only described: it is not. */
  disables_itself?: boolean;
  /** Whether it has one. Left out: as its card has it; asked for of an upgrade that is only described. */
  continuous?: boolean;
  /** Whether one lies on it, or is placed on it when it is used. Left out: as its card has it, or none. */
  permanent?: boolean;
};

export type AttackWingSituationsCommonWeapon = {
  /** Left out, of the weapon that attacks: the first of the attacker's, or the one that is described. */
  name?: string;
  /** Left out: as the attacker's weapon of this name has it. */
  melee?: boolean;
  /** Left out: that of the attacker's weapon of this name, or the one in which the target is said to lie. */
  arc?: "forward" | "rear" | "all" | null;
  /** Left out: that of the attacker's weapon of this name. */
  range?: number | null;
};

/** A situation of Attack Wing: damage. */
export type AttackWingSituationsDamage = {
  creature: AttackWingSituationsCommonCreature;
  /** Left out: none. */
  normal?: number;
  /** Left out: none. */
  critical?: number;
  /** Those that it moved through or onto, each with the face that its attack die shows. Left out: none. */
  obstacles?: Array<{
    affects: "ground" | "air" | "both";
    /** Asked for. */
    rolled?: AttackWingSituationsCommonAttackFace;
  }>;
  /** Left out: enough for this damage. */
  deck?: number;
  /** Asked for where the deck runs out. */
  discards?: number;
  adventure?: AttackWingSituationsCommonAdventure;
};

/** A damage deck in play: how it was shuffled, and what was dealt from it so far. */
export type AttackWingSituationsDamageDeck = {
  /** The set whose damage cards are the deck. Left out: a deck that nobody has written down; it is drawn by hand. */
  set?: CommonSlug;
  /** A name of your own for this game. Muster makes a seed of it that nobody knows, and shows its checksum; with reveal it shows the seed. Left out, without a seed: the deck is shuffled and drawn by hand. */
  deal?: string;
  /** The seed, where you know it: one of your own, or one that was revealed. Left out: as deal says. */
  seed?: string;
  /** The checksum of the seed that was shown before, to be compared. */
  checksum?: string;
  /** A word of each player, said once the checksum was shown, so that nobody has chosen the order alone. Left out: none. */
  words?: Array<string>;
  /** Whether the seed and the whole order are shown. Do so when the game is over. Left out: no. */
  reveal?: boolean;
  /** What happened with damage cards so far, in order. Left out: nothing. */
  events?: Array<{
    /** damage is dealt; a creature is defeated, and its cards are discarded; a card that lies face up is turned down; a card is discarded; an End Phase takes Duration Tokens away. */
    does: "damage" | "defeat" | "turn-down" | "discard" | "end-phase";
    /** What it is called. */
    creature?: string;
    /** Left out: none. */
    normal?: number;
    /** Left out: none. */
    critical?: number;
    /** Whether it is a troop of several soldiers, whose cards all lie face down. Left out: no. */
    troop?: boolean;
    /** The cards that were drawn by hand face up, by slug. */
    cards?: Array<CommonSlug>;
    /** The card that is turned down or discarded, by slug. Left out: a card that lies face down is discarded. */
    card?: CommonSlug;
  }>;
  adventure?: AttackWingSituationsCommonAdventure;
};

/** A situation of Attack Wing: dispute roll. */
export type AttackWingSituationsDispute = {
  /** Left out: not rolled yet. */
  rolled?: {
    attack: Array<AttackWingSituationsCommonAttackFace>;
    defense: Array<AttackWingSituationsCommonDefenseFace>;
  };
  icons?: AttackWingSituationsCommonIcons;
  adventure?: AttackWingSituationsCommonAdventure;
};

/** A situation of Attack Wing: end Phase. */
export type AttackWingSituationsEndPhase = {
  sides: AttackWingSituationsCommonSides;
  initiative?: AttackWingSituationsCommonSeat;
  tie_brought_by?: AttackWingSituationsCommonSeat;
  /** Whether an adventure is played. Or which. Left out: none. */
  adventure?: boolean | Record<string, unknown>;
  /** What happens during the End Phase, by name. Left out: nothing. */
  effects?: Array<string>;
  /** Cards with Duration Tokens on them. Left out: none. */
  durations?: Array<{
    name: string;
    tokens: number;
    /** Left out: no. */
    permanent?: boolean;
    /** Whether it is a burst whose token lies there and that strikes in each End Phase. Left out: no. */
    burst?: boolean;
    /** Whether it has a Continuous Effect. Left out: it is told for the case that it has one. */
    continuous?: boolean;
  }>;
  /** Whether a player asks that each step is done creature by creature. Left out: no. */
  one_by_one?: boolean;
};

/** A situation of Attack Wing: formation of a troop. */
export type AttackWingSituationsFormation = {
  /** Places to the right of and behind the Point Soldier, in bases. */
  soldiers: Array<Array<number>>;
  adventure?: AttackWingSituationsCommonAdventure;
};

/** A situation of Attack Wing: maneuver and action. */
export type AttackWingSituationsManeuver = {
  creature: AttackWingSituationsCommonCreature;
  /** The card of its dials, by slug. Left out: the maneuver card of its class, where the catalog has one. */
  maneuver_card?: CommonSlug;
  /** Those of its dials, where no card has them. Left out, as the card: what is revealed is taken to be on its dial. */
  maneuvers?: Array<{
    dial: "ground" | "flight" | null;
    bearing: "straight" | "bank" | "turn" | "turnabout" | "fall-back" | "pivot";
    side: "left" | "right" | "none";
    speed: number;
    colour: "white" | "red" | "green";
  }>;
  /** Left out: nothing has been revealed yet. */
  revealed?: {
    bearing: "straight" | "bank" | "turn" | "turnabout" | "fall-back" | "pivot";
    /** Left out: none where the bearing goes to no side; asked for of a bank or turn. */
    side?: "left" | "right" | "none";
    speed: number;
    /** Left out: as its dial has it; asked for where no dial is known. */
    colour?: "white" | "red" | "green";
    /** Chosen by an opponent, because it is exhausted. Left out: no. */
    forced?: boolean;
  };
  /** Whether the base ends outside the play area. Left out: no. */
  leaves?: boolean;
  /** The edge at which it would leave. Asked for where an adventure has walls at some edges. */
  edge?: "north" | "east" | "south" | "west";
  /** Whether it leaves by a way out that the adventure allows. Left out: no. */
  adventure_keeps_fled?: boolean;
  /** Whose base it would end on. Left out: nobody's. */
  overlap?: "none" | "ground" | "air";
  /** Opposing ground creatures that it moves through, in their order. Left out: none. */
  blockers?: Array<{
    base?: "small" | "large" | null;
    rolled?: {
      mover: Array<AttackWingSituationsCommonAttackFace>;
      stander: Array<AttackWingSituationsCommonAttackFace>;
    };
  }>;
  /** Those that the template or the base meets. Left out: none. */
  obstacles?: Array<{
    affects: "ground" | "air" | "both";
    /** Whether it is met before the first of the creatures in its way. Left out: behind it, so that it is not met by one that is stopped there. */
    before_creatures?: boolean;
  }>;
  /** Left out: it keeps its altitude. */
  altitude?: "keep" | "swoop" | "stop-swooping" | "land" | "take-off";
  /** Left out: none yet. */
  action?: "dodge" | "charge" | "concentrate" | "target" | "feint" | "pass" | "card" | "remove-disabled";
  /** Whether a card makes it a free action. One can be performed without a maneuver. Left out: no. */
  free?: boolean;
  /** Whether the action of a card is of another card than those performed in this round. Asked for where there was one. */
  another_card?: boolean;
  /** Range of the enemy that the target action names; null where it is out of range. Left out: not measured yet. */
  enemy_range?: number | null;
  /** Left out: no. */
  feint_blocked?: boolean;
  adventure?: AttackWingSituationsCommonAdventure;
};

/** A situation of Attack Wing: morale of a troop. */
export type AttackWingSituationsMorale = {
  soldiers: number;
  /** Left out: not rolled yet. */
  rolled?: Array<AttackWingSituationsCommonAttackFace>;
  leader?: boolean;
  icons?: AttackWingSituationsCommonIcons;
  dice?: AttackWingSituationsCommonDieFaces;
  adventure?: AttackWingSituationsCommonAdventure;
};

/** A situation of Attack Wing: order of a round. */
export type AttackWingSituationsOrder = {
  sides: AttackWingSituationsCommonSides;
  initiative?: AttackWingSituationsCommonSeat;
  adventure?: AttackWingSituationsCommonAdventure;
};

/** A situation of Attack Wing: setting up. */
export type AttackWingSituationsSetUp = {
  sides: AttackWingSituationsCommonSides;
  /** The limit of the lists. It decides about the starting areas of three sides. */
  points?: number;
  /** The side in inches of the starting areas that players agreed on. Needed for more than three sides. */
  start_inches?: number;
  /** Whether lists were built; left out: yes. */
  legion_building?: boolean;
  /** The side that holds the token, by its place from 0 on. Left out: it is open who begins with it. */
  initiative?: AttackWingSituationsCommonSeat;
  /** How many are placed in all. Left out: none. */
  obstacles?: number;
  adventure?: AttackWingSituationsCommonAdventure;
};

/** A situation of Attack Wing: using an upgrade. */
export type AttackWingSituationsUpgrade = {
  upgrade: AttackWingSituationsCommonUpgrade;
  does: "use" | "disable" | "enable" | "discard" | "defeat" | "lose-token" | "dispel" | "soldier-falls";
  recipient?: AttackWingSituationsCommonCreature;
  /** Of the troop of a Leader; left out: one. */
  fallen?: number;
  /** In the Morale Check before. */
  fled?: number;
  /** Whether it is rolled for them, too, which the rulebook leaves open. */
  fled_count?: boolean;
  /** The faces by which the Leader is discarded, as its card says. */
  discarded_by?: "hit" | "critical" | "hit-or-critical";
  /** Left out: not rolled yet. */
  rolled?: Array<AttackWingSituationsCommonAttackFace>;
  dice?: AttackWingSituationsCommonDieFaces;
  adventure?: AttackWingSituationsCommonAdventure;
};

/** A situation of Attack Wing: winner. */
export type AttackWingSituationsWinner = {
  sides: AttackWingSituationsCommonSides;
  initiative?: AttackWingSituationsCommonSeat;
  /** Whether an adventure is played. Or which. Left out: none. */
  adventure?: boolean | Record<string, unknown>;
};

/** An arcane or divine upgrade that needs a minimum level. */
export type AttackWingSpell = {
  kind: "spell";
  game: "attack-wing";
  slug: CommonSlug;
  name: CommonName;
  /** The line under the title, as printed, without the words in brackets. */
  class: string | null;
  keywords: CommonKeywords;
  /** The set the card was sold in. */
  set: CommonSlugOrUnknown;
  unique: AttackWingCommonUnique;
  cost: AttackWingCommonCost;
  cost_each?: AttackWingCommonCostEach;
  /** The icon it needs on the banner. */
  slot: "arcane" | "divine" | null;
  /** The lowest level of a creature that can carry it. */
  minimum_level: number | null;
  energy: AttackWingCommonEnergy;
  range: AttackWingCommonRange;
  arc: AttackWingCommonArc;
  headers?: AttackWingCommonHeaders;
  places_tokens?: AttackWingCommonPlacesTokens;
  permanent?: AttackWingCommonPermanent;
  spends?: AttackWingCommonSpends;
  when_used?: AttackWingCommonWhenUsed;
  dice_from?: AttackWingCommonDiceFrom;
  dice?: AttackWingCommonDice;
  melee?: AttackWingCommonMelee;
  area?: AttackWingCommonArea;
  penetrates?: AttackWingCommonPenetrates;
  requires: AttackWingCommonRequires;
  excludes: AttackWingCommonExcludes;
  penalties: AttackWingCommonPenalties;
  grants: AttackWingCommonGrants;
  limits: AttackWingCommonLimits;
  exempt: AttackWingCommonExempt;
  text: CommonText;
  /** One line that has no effect on play. */
  flavour?: string;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** A card carried by one creature. */
export type AttackWingUpgrade = {
  kind: "upgrade";
  game: "attack-wing";
  slug: CommonSlug;
  name: CommonName;
  /** The line under the title, as printed, without the words in brackets. */
  class: string | null;
  keywords: CommonKeywords;
  /** The set the card was sold in. */
  set: CommonSlugOrUnknown;
  unique: AttackWingCommonUnique;
  cost: AttackWingCommonCost;
  cost_each?: AttackWingCommonCostEach;
  /** The icon it needs on the banner; any fits every icon. */
  slot: "dragon" | "equipment" | "monster" | "heroic" | "arcane" | "divine" | "any" | null;
  energy: AttackWingCommonEnergy;
  range: AttackWingCommonRange;
  arc: AttackWingCommonArc;
  headers?: AttackWingCommonHeaders;
  places_tokens?: AttackWingCommonPlacesTokens;
  permanent?: AttackWingCommonPermanent;
  spends?: AttackWingCommonSpends;
  when_used?: AttackWingCommonWhenUsed;
  dice_from?: AttackWingCommonDiceFrom;
  dice?: AttackWingCommonDice;
  melee?: AttackWingCommonMelee;
  area?: AttackWingCommonArea;
  penetrates?: AttackWingCommonPenetrates;
  requires: AttackWingCommonRequires;
  excludes: AttackWingCommonExcludes;
  penalties: AttackWingCommonPenalties;
  grants: AttackWingCommonGrants;
  limits: AttackWingCommonLimits;
  exempt: AttackWingCommonExempt;
  text: CommonText;
  /** One line that has no effect on play. */
  flavour?: string;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** What happened in a campaign, in entries that are only ever added. Everything else follows from them: experience, artifacts, standings, the winner. */
export type Campaign = {
  game: CommonSlug;
  name?: string;
  /** The catalog's release whose adventures it is judged by. Left out: the newest. */
  release?: number;
  settles?: CampaignSettles;
  /** Adventures that are not in the catalog. They go before those of the catalog with the same slug. */
  adventures?: Array<Adventure>;
  /** What happened, in its order: at most 1,000 entries. */
  entries: Array<CampaignEntry>;
  notes?: string;
  /** Kept for other programs, never read. */
  ext?: Record<string, unknown>;
};

/** What follows from the record of a campaign: whether it is in order, what each player has earned and used, and who leads or has won. Every number names the entries it comes from. */
export type CampaignVerdict = {
  /** Illegal where something is wrong, undetermined where facts of a report or open questions would decide. */
  verdict: "legal" | "illegal" | "undetermined";
  game: CommonSlug;
  release: number;
  /** SHA-256 of the record: its entries in their order. */
  digest: string;
  /** What is wrong with the record. Of each code the first hundred; `more` has the number of the others. */
  findings: Array<{
    code: string;
    level: "error" | "warning";
    at: CampaignVerdictPlaces;
    entries: CampaignVerdictEntries;
    more?: CampaignVerdictNotNamed;
    message: string;
    facts: Record<string, unknown>;
    cite: CampaignVerdictCite;
  }>;
  /** What is said of the record beside its findings: nothing is wrong, and it changes no verdict. The code ends with reward-had-before where a session gives a player what they earned by the adventure before, and with draw-not-replayed where players go on after a draw that the adventure has played again first. Of each code the first hundred; `more` has the number of the others. */
  remarks: Array<{
    code: string;
    at: CampaignVerdictPlaces;
    entries: CampaignVerdictEntries;
    more?: CampaignVerdictNotNamed;
    message: string;
    facts: Record<string, unknown>;
    cite: CampaignVerdictCite;
  }>;
  /** Only where there are more findings or remarks than are told one by one: how many more, by their code. */
  more?: Array<{
    code: string;
    number: number;
  }>;
  /** What a rulebook or an adventure leaves open and decides here, with each reading. The record can settle them. */
  open: Array<{
    question: CommonSlug;
    /** Null where the rulebook leaves it open, and no adventure. */
    adventure: string | null;
    text: string;
    readings: Array<{
      reading: CommonSlug;
      text: string;
    }>;
    at: CampaignVerdictPlaces;
    entries: CampaignVerdictEntries;
    more?: CampaignVerdictNotNamed;
  }>;
  /** What the record does not say and what would decide, by its place. */
  unknown: Array<{
    at: string;
    entry: string;
  }>;
  settled: Array<{
    question: CommonSlug;
    reading: CommonSlug;
  }>;
  sessions: Array<{
    entry: string;
    adventure: CommonSlug;
    seats: Array<{
      player: string;
      side: CommonSlug;
    }>;
    /** The paragraphs that hold, or may: then `holds` is null. */
    outcomes: Array<{
      paragraph: CommonSlug;
      victory: "total" | "partial" | "draw";
      text: string;
      holds: boolean | null;
    }>;
    /** What each player earned, without what they surely earned by the adventure before; nobody stands here who earned nothing. */
    rewards: Array<{
      player: string;
      side: CommonSlug;
      xp: CampaignVerdictSpan;
      cards: Array<CommonSlug>;
      card_sure: boolean | null;
      paragraphs: Array<CommonSlug>;
    }>;
    open: Array<CommonSlug>;
    /** As pointers into the report. */
    unknown: Array<string>;
  }>;
  players: Array<{
    player: string;
    name: string;
    /** The entry. */
    joined: string;
    /** The entry; null for who is there. */
    left: string | null;
    xp: {
      least: number;
      most: number;
      entries: CampaignVerdictEntries;
    };
    /** The artifacts and other cards that were earned. Where one of several was to be chosen and was not, each of them, none for sure. */
    cards: Array<{
      card: CommonSlug;
      entry: string;
      adventure: CommonSlug;
      side: CommonSlug;
      sure: boolean;
    }>;
    /** Experience spent, or a card carried, in a session of an adventure. `counts` is null where a draw leaves open whether it is used up. */
    uses: Array<{
      entry: string;
      adventure: CommonSlug;
      counts: boolean | null;
      xp?: number;
      card?: CommonSlug;
    }>;
    sessions: CampaignVerdictEntries;
    wins: CampaignVerdictEntries;
  }>;
  /** The players by experience; who has as much as another has the same rank. */
  standings: Array<{
    rank: number;
    player: string;
    name: string;
    xp: CampaignVerdictSpan;
    sessions: number;
    wins: number;
    entries: CampaignVerdictEntries;
  }>;
  /** Who has the most experience: the winner once the campaign has ended and nothing is open (`decided`), before that who leads or may have won. */
  winner: {
    players: Array<string>;
    decided: boolean;
    entries: CampaignVerdictEntries;
  };
  /** Only where an adventure and a side were asked for: what each player may use there next, as the campaign of a list takes it. */
  entitlements?: Array<{
    player: string;
    entitlements: LegionCampaignEntitlements;
  }>;
  /** The entry that ended the campaign; null while it goes on. */
  ended: string | null;
};

export type CampaignVerdictCite = {
  source: string;
  page: number | null;
  section: string | null;
};

/** The ids of entries. */
export type CampaignVerdictEntries = Array<string>;

/** Only where more places or entries are meant than are named: how many more. */
export type CampaignVerdictNotNamed = {
  at: number;
  entries: number;
};

/** JSON Pointers into the record. */
export type CampaignVerdictPlaces = Array<string>;

export type CampaignVerdictSpan = {
  least: number;
  most: number;
};

/** Says what an entry above should have said, or takes it back. */
export type CampaignCorrected = {
  type: "corrected";
  id: CampaignId;
  on?: CampaignDay;
  /** The entry or correction that it corrects. */
  of: CampaignId;
  /** What it should have said; null takes it back. */
  entry: null | CampaignJoined | CampaignLeft | CampaignReplaced | CampaignPlayed | CampaignEnded;
  why?: string;
};

/** The day it happened, as year-month-day. */
export type CampaignDay = string;

/** The campaign is over; who has the most experience has won. */
export type CampaignEnded = {
  type: "ended";
  id: CampaignId;
  on?: CampaignDay;
};

export type CampaignEntry = CampaignJoined | CampaignLeft | CampaignReplaced | CampaignPlayed | CampaignCorrected | CampaignUpgraded | CampaignEnded;

/** A word of its own for each entry. */
export type CampaignId = string;

/** A player comes in, or comes back. */
export type CampaignJoined = {
  type: "joined";
  id: CampaignId;
  on?: CampaignDay;
  player: CampaignPlayer;
  name?: string;
};

/** A player leaves; what they earned stays theirs. */
export type CampaignLeft = {
  type: "left";
  id: CampaignId;
  on?: CampaignDay;
  player: CampaignPlayer;
};

/** An adventure was played: by whom, with what, and how it ended. */
export type CampaignPlayed = {
  type: "played";
  id: CampaignId;
  on?: CampaignDay;
  adventure: CommonSlug;
  seats: Array<CampaignSeat>;
  report?: CampaignReport;
  /** What the players wrote down as earned: the card that each chose, and the points if they like. It is held against what follows from the report. */
  rewards?: Array<{
    player: CampaignPlayer;
    xp?: number;
    card?: CommonSlug;
  }>;
  notes?: string;
};

/** The word by which a player is meant in the record. */
export type CampaignPlayer = string;

/** Somebody takes a player's place, with all that was earned there. */
export type CampaignReplaced = {
  type: "replaced";
  id: CampaignId;
  on?: CampaignDay;
  player: CampaignPlayer;
  by: CampaignPlayer;
  name?: string;
};

/** How the game ended. What is left out is not known. */
export type CampaignReport = {
  /** What became of each side, by its word. */
  sides?: Record<string, {
    end?: "defeated" | "left" | "present" | "won" | "lost" | "drawn";
    /** By which way it left. */
    exit?: CommonSlug;
    /** How much health it had when the game ended or it left. */
    health?: number;
    /** The tokens it held then. */
    holds?: Array<number>;
  }>;
  /** The sides in the order in which they were defeated or left. */
  order?: Array<CommonSlug>;
};

/** A player on a side, with what they spent and carried. */
export type CampaignSeat = {
  player: CampaignPlayer;
  side: CommonSlug;
  /** How many points of the list were bought with experience. Left out: 0. */
  points_bought?: number;
  /** The slots bought with experience: for which pick of the list, and with which icon. */
  slots_bought?: Array<{
    /** The number of the pick, from 0. */
    pick: number;
    icon: CommonSlug;
  }>;
  /** The campaign artifacts that the list has. */
  artifacts?: Array<CommonSlug>;
  /** Which list it was, and what its verdict said of it. */
  list?: {
    digest?: string;
    release?: number;
    name?: string;
    /** What it cost; null is not known. */
    points?: number | null;
    cards?: Array<CommonSlug>;
  };
};

/** Which reading holds in this campaign of questions that a rulebook or an adventure leaves open. */
export type CampaignSettles = Array<{
  question: CommonSlug;
  reading: CommonSlug;
}>;

/** The campaign is judged by another release of the catalog from now on, all of it: the record's release is that of the last such entry. */
export type CampaignUpgraded = {
  type: "upgraded";
  id: CampaignId;
  on?: CampaignDay;
  from: number;
  to: number;
};

/** Definitions used by the schemas of all games; no document is of this kind. */
export type Common = unknown;

/** One word about cards; of several values any one will do. */
export type CommonCut = {
  card?: Array<CommonSlug>;
  keyword?: Array<CommonSlug>;
  set?: Array<CommonSlug>;
};

/** Slugs under which this document was published before; they lead here. */
export type CommonFormerly = Array<CommonSlug>;

/** The words of the printed class that other cards can ask for, as slugs. */
export type CommonKeywords = Array<CommonSlug> | null;

/** As a language is named on the web: de for German. */
export type CommonLanguage = string;

/** A rule, and how it weighs. */
export type CommonLevel = {
  rule: CommonRuleCode;
  level: "error" | "warning";
};

/** The name as printed. Empty when no source has given it yet. */
export type CommonName = string | null;

/** Year, or year and month, or date, as far as it is known: 2014, 2014-05 or 2014-05-21. */
export type CommonReleased = string | null;

/** Why the card is no longer to be fielded. A retired card keeps answering; leave the field out for a card in use. */
export type CommonRetired = string;

/** The rule's code. */
export type CommonRuleCode = string;

/** The name in lower-case ASCII letters and digits: apostrophes are dropped, any other run of characters is one hyphen. A slug never changes its meaning. */
export type CommonSlug = string;

/** A slug: lower-case ASCII letters and digits, with single hyphens between them. */
export type CommonSlugOrUnknown = string | null;

/** Where a fact is from. */
export type CommonSource = {
  /** The title of the book or card, or the public address of the page. */
  source: string;
  /** The page as printed. */
  page?: number;
  /** Whether somebody has held the fact against this source. */
  checked: boolean;
  /** How the fact came from this source. “printed”: read off the printed card or a picture of it; where the document is no card, off the publisher’s own text. “transcribed”: somebody else wrote it down. “inferred”: it follows from something published, and the note says how. “absent”: no source names it, so that it is taken as none. Left out where the source is who made the document or settled the fact. */
  basis?: "printed" | "transcribed" | "inferred" | "absent";
  /** Why the fact may be wrong. What is in doubt is not checked. */
  doubt?: string;
  /** What a reader should know about the source or the fact that is no doubt. */
  note?: string;
};

/** For each fact, by its JSON Pointer, where it is from. The empty pointer is for every fact that has no entry of its own. */
export type CommonSources = Record<string, CommonSource>;

/** What the card does, short and in our own words; never the printed sentences. */
export type CommonText = string | null;

/** The text in other languages than English. Names stay as they are, so that everybody means the same by them. */
export type CommonTranslations = Array<{
  language: CommonLanguage;
  text: string;
}>;

/** Definitions shared by the kinds of D&D Miniatures, the original edition; no document is of this kind. */
export type DndMiniatures2003Common = unknown;

/** The melee and the ranged attack, with the bonus of each blow or shot as printed. */
export type DndMiniatures2003CommonAttacks = Array<{
  manner: "melee" | "ranged" | null;
  bonuses: Array<number> | null;
  damage: number | null;
}> | null;

/** One word about a creature, or its opposite under not. */
export type DndMiniatures2003CommonClause = {
  keyword?: DndMiniatures2003CommonPlainClauseKeyword;
  name?: DndMiniatures2003CommonPlainClauseName;
  faction?: DndMiniatures2003CommonPlainClauseFaction;
  size?: DndMiniatures2003CommonPlainClauseSize;
  unique?: DndMiniatures2003CommonPlainClauseUnique;
  commander?: DndMiniatures2003CommonPlainClauseCommander;
  cost_at_most?: DndMiniatures2003CommonPlainClauseCostAtMost;
  not?: DndMiniatures2003CommonPlainClause;
};

export type DndMiniatures2003CommonFaction = "lawful-good" | "chaotic-good" | "lawful-evil" | "chaotic-evil";

/** Warbands published as legal in which it stood. In a warband of that faction that has all of these creatures it is of the faction or admitted to it, and what it requires is there, even while its card is not known. */
export type DndMiniatures2003CommonFielded = Array<{
  faction: DndMiniatures2003CommonFaction;
  /** The creatures that stood beside it, by slug; its own slug where there were several of it. */
  beside: Array<CommonSlug>;
  /** The largest size that was allowed there, so that it is no larger. Left out: any. */
  largest_size?: "tiny" | "small" | "medium" | "large" | "huge" | "gargantuan" | "colossal";
}>;

/** The creatures that it brings along: of which kind, and how many or up to what printed cost together. */
export type DndMiniatures2003CommonMinions = Array<{
  for: DndMiniatures2003CommonWhom;
  /** How many at most. */
  count?: number;
  /** Their printed cost together, at most. */
  points?: number;
}> | null;

/** One word about a creature; of several values any one will do. */
export type DndMiniatures2003CommonPlainClause = {
  keyword?: DndMiniatures2003CommonPlainClauseKeyword;
  name?: DndMiniatures2003CommonPlainClauseName;
  faction?: DndMiniatures2003CommonPlainClauseFaction;
  size?: DndMiniatures2003CommonPlainClauseSize;
  unique?: DndMiniatures2003CommonPlainClauseUnique;
  commander?: DndMiniatures2003CommonPlainClauseCommander;
  cost_at_most?: DndMiniatures2003CommonPlainClauseCostAtMost;
};

export type DndMiniatures2003CommonPlainClauseCommander = boolean;

export type DndMiniatures2003CommonPlainClauseCostAtMost = number;

export type DndMiniatures2003CommonPlainClauseFaction = Array<DndMiniatures2003CommonFaction>;

export type DndMiniatures2003CommonPlainClauseKeyword = Array<CommonSlug>;

/** The name exactly as printed. */
export type DndMiniatures2003CommonPlainClauseName = Array<string>;

export type DndMiniatures2003CommonPlainClauseSize = Array<"tiny" | "small" | "medium" | "large" | "huge" | "gargantuan" | "colossal">;

export type DndMiniatures2003CommonPlainClauseUnique = boolean;

/** Creatures without which it cannot stand in a warband: another one for each line, which may serve several. */
export type DndMiniatures2003CommonRequires = Array<DndMiniatures2003CommonClause> | null;

/** Which creatures of other factions this commander admits, row by row, as far as its rating reaches. */
export type DndMiniatures2003CommonWarbandBuilding = Array<{
  for: DndMiniatures2003CommonWhom;
  /** The factions of the warbands in which it does so. Left out: all. */
  into?: Array<DndMiniatures2003CommonFaction>;
}> | null;

/** Which creatures it is about; every line must hold. */
export type DndMiniatures2003CommonWhom = Array<DndMiniatures2003CommonClause>;

/** A miniature with its stat card. */
export type DndMiniatures2003Creature = {
  kind: "creature";
  game: "dnd-miniatures-2003";
  slug: CommonSlug;
  /** The name as printed, with the title behind its comma if it has one. */
  name: CommonName;
  /** The set the figure was sold in. */
  set: CommonSlugOrUnknown;
  /** The collector's number in its set. */
  number: number | null;
  /** none for a figure that was sold as it is. */
  rarity: "common" | "uncommon" | "rare" | "none" | null;
  /** Points, as printed. */
  cost: number | null;
  /** Every faction it belongs to. */
  factions: Array<DndMiniatures2003CommonFaction> | null;
  /** Whether it is Unique. */
  unique: boolean | null;
  commander: boolean | null;
  /** 0 for a creature that is no commander. */
  commander_rating: number | null;
  /** The size of its base. */
  size: "tiny" | "small" | "medium" | "large" | "huge" | "gargantuan" | "colossal" | null;
  /** Its race, creature types and subtypes as printed, as slugs. */
  keywords: CommonKeywords;
  /** The class abbreviations on the role-playing side, in small letters, for example ftr or war; none for a creature without class levels. */
  classes: Array<CommonSlug> | null;
  level: number | null;
  /** Squares, without the F of a flier. */
  speed: number | null;
  flight: boolean | null;
  ac: number | null;
  hp: number | null;
  attacks: DndMiniatures2003CommonAttacks;
  /** Its Difficult rating; 0 for a creature that is not Difficult. */
  difficult: number | null;
  /** Abilities by which it is under command without a commander. */
  self_command: Array<"independent" | "pack-hunter"> | null;
  requires: DndMiniatures2003CommonRequires;
  warband_building: DndMiniatures2003CommonWarbandBuilding;
  minions: DndMiniatures2003CommonMinions;
  /** Whether it is a familiar, which does not count among the creatures of a warband. Leave it out for a creature that is none. */
  familiar?: boolean | null;
  fielded?: DndMiniatures2003CommonFielded;
  text: CommonText;
  /** One line that has no effect on play. */
  flavour?: string;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** A tile that a player brings and lays on the battle grid. */
export type DndMiniatures2003TerrainTile = {
  kind: "terrain-tile";
  game: "dnd-miniatures-2003";
  slug: CommonSlug;
  name: CommonName;
  /** The set it was sold in. */
  set: CommonSlugOrUnknown;
  /** The kinds of terrain on it, walls among them. */
  terrain: Array<CommonSlug> | null;
  text: CommonText;
  /** One line that has no effect on play. */
  flavour?: string;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** The map that a warband brings. */
export type DndMiniatures2008BattleMap = {
  kind: "battle-map";
  game: "dnd-miniatures-2008";
  slug: CommonSlug;
  name: CommonName;
  /** The set it was sold in. */
  set: CommonSlugOrUnknown;
  /** Half-size maps are for small games, full-size ones for the others. */
  area: "half" | "full" | null;
  /** The kinds of terrain on it, walls among them. */
  terrain: Array<CommonSlug> | null;
  text: CommonText;
  /** One line that has no effect on play. */
  flavour?: string;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** Definitions shared by the kinds of D&D Miniatures, 2008; no document is of this kind. */
export type DndMiniatures2008Common = unknown;

/** The attack actions, in printed order. */
export type DndMiniatures2008CommonAttacks = Array<{
  name: string;
  manner: "melee" | "ranged" | "close" | "area" | null;
  basic: boolean | null;
  bonus: number | null;
  against: "ac" | "fortitude" | "reflex" | "will" | null;
  damage: number | null;
  /** Range or area as printed in short, for example sight or blast 3; none for one that is adjacent. */
  reach: string | null;
}> | null;

/** One word about a creature, or its opposite under not. */
export type DndMiniatures2008CommonClause = {
  keyword?: DndMiniatures2008CommonPlainClauseKeyword;
  name?: DndMiniatures2008CommonPlainClauseName;
  faction?: DndMiniatures2008CommonPlainClauseFaction;
  alignment?: DndMiniatures2008CommonPlainClauseAlignment;
  size?: DndMiniatures2008CommonPlainClauseSize;
  unique?: DndMiniatures2008CommonPlainClauseUnique;
  champion?: DndMiniatures2008CommonPlainClauseChampion;
  cost_at_most?: DndMiniatures2008CommonPlainClauseCostAtMost;
  not?: DndMiniatures2008CommonPlainClause;
};

/** Creatures that are added to its warband for less than their printed cost, which stays what it is. */
export type DndMiniatures2008CommonDiscounts = Array<{
  points: number;
  for: DndMiniatures2008CommonWhom;
}> | null;

export type DndMiniatures2008CommonFaction = "borderlands" | "civilization" | "underdark" | "wild";

/** One word about a creature; of several values any one will do. */
export type DndMiniatures2008CommonPlainClause = {
  keyword?: DndMiniatures2008CommonPlainClauseKeyword;
  name?: DndMiniatures2008CommonPlainClauseName;
  faction?: DndMiniatures2008CommonPlainClauseFaction;
  alignment?: DndMiniatures2008CommonPlainClauseAlignment;
  size?: DndMiniatures2008CommonPlainClauseSize;
  unique?: DndMiniatures2008CommonPlainClauseUnique;
  champion?: DndMiniatures2008CommonPlainClauseChampion;
  cost_at_most?: DndMiniatures2008CommonPlainClauseCostAtMost;
};

export type DndMiniatures2008CommonPlainClauseAlignment = Array<"good" | "evil" | "none">;

export type DndMiniatures2008CommonPlainClauseChampion = boolean;

export type DndMiniatures2008CommonPlainClauseCostAtMost = number;

export type DndMiniatures2008CommonPlainClauseFaction = Array<DndMiniatures2008CommonFaction>;

export type DndMiniatures2008CommonPlainClauseKeyword = Array<CommonSlug>;

/** The name exactly as printed. */
export type DndMiniatures2008CommonPlainClauseName = Array<string>;

export type DndMiniatures2008CommonPlainClauseSize = Array<"tiny" | "small" | "medium" | "large" | "huge" | "gargantuan" | "colossal">;

export type DndMiniatures2008CommonPlainClauseUnique = boolean;

/** What this champion waives when a warband is built around it: in each row, which restrictions, and for which creatures. */
export type DndMiniatures2008CommonWarbandBuilding = Array<{
  /** The restrictions that do not count against those creatures. */
  waives: Array<"faction" | "alignment-mix" | "unique" | "size" | "creature-cost-cap" | "creature-count">;
  for: DndMiniatures2008CommonWhom;
}> | null;

/** Which creatures it is about; every line must hold. */
export type DndMiniatures2008CommonWhom = Array<DndMiniatures2008CommonClause>;

/** A miniature with its stat card. */
export type DndMiniatures2008Creature = {
  kind: "creature";
  game: "dnd-miniatures-2008";
  slug: CommonSlug;
  /** The name as printed, with the title behind its comma if it has one. */
  name: CommonName;
  /** The set the figure was sold in. */
  set: CommonSlugOrUnknown;
  /** The collector's number in its set. */
  number: number | null;
  /** none for a figure that was sold as it is. */
  rarity: "common" | "uncommon" | "rare" | "none" | null;
  /** Points, as printed. */
  cost: number | null;
  /** Every faction it belongs to. */
  factions: Array<DndMiniatures2008CommonFaction> | null;
  /** Good or Evil as its keywords say; none for neither. */
  alignment: "good" | "evil" | "none" | null;
  /** Whether it has the Unique power. */
  unique: boolean | null;
  champion: boolean | null;
  /** 0 for a creature that is no champion. */
  champion_rating: number | null;
  /** The size of its base. Large figures of the earliest sets stand on less than two inches and are large all the same. */
  size: "tiny" | "small" | "medium" | "large" | "huge" | "gargantuan" | "colossal" | null;
  /** The words of its keywords line without the alignment, as slugs. */
  keywords: CommonKeywords;
  level: number | null;
  /** Squares, without the F of a flier. */
  speed: number | null;
  flight: boolean | null;
  ac: number | null;
  /** Its Fortitude, Reflex and Will. */
  defense: number | null;
  hp: number | null;
  attacks: DndMiniatures2008CommonAttacks;
  warband_building: DndMiniatures2008CommonWarbandBuilding;
  discounts: DndMiniatures2008CommonDiscounts;
  /** Whether this is a beta card, released before its set. */
  beta: boolean | null;
  text: CommonText;
  /** One line that has no effect on play. */
  flavour?: string;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** A Commander card, which stands for the player. */
export type DungeonCommandCommander = {
  kind: "commander";
  game: "dungeon-command";
  slug: CommonSlug;
  name: CommonName;
  /** The pack the card was sold in. */
  set: CommonSlugOrUnknown;
  /** What its power is called; the text says what it does. */
  leader_power: string | null;
  /** Order cards drawn at the start. */
  order_hand: number | null;
  /** Creature cards drawn at the start, and the most in hand. */
  creature_hand: number | null;
  morale: number | null;
  /** The most levels of creatures on the battlefield at the start. */
  leadership: number | null;
  text: CommonText;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** Definitions used by the schemas of this game; no document is of this kind. */
export type DungeonCommandCommon = unknown;

export type DungeonCommandCommonAbility = "str" | "dex" | "con" | "int" | "wis" | "cha";

/** One word about the creature; of several values any one will do. */
export type DungeonCommandCommonClause = {
  keyword?: Array<CommonSlug>;
};

/** The colour of the set symbol: gold, silver, or one copy of each in a pack. It tells the two halves of a pack for a first game. */
export type DungeonCommandCommonSymbol = "gold" | "silver" | "both" | null;

/** A Creature card, which has a miniature. */
export type DungeonCommandCreature = {
  kind: "creature";
  game: "dungeon-command";
  slug: CommonSlug;
  name: CommonName;
  /** The words under the name, as slugs. */
  keywords: CommonKeywords;
  /** The pack the card was sold in. */
  set: CommonSlugOrUnknown;
  symbol: DungeonCommandCommonSymbol;
  level: number | null;
  hit_points: number | null;
  /** What it is good at, which tells the orders it can play. */
  abilities: Array<DungeonCommandCommonAbility> | null;
  /** How many squares it moves. */
  speed: number | null;
  melee_damage: number | null;
  /** Its ranged attack, as damage and distance; an empty list for a creature that has none. */
  ranged: Array<{
    damage: number | null;
    /** In squares. */
    distance: number | null;
  }> | null;
  /** What it can do beside moving and attacking: the name as printed, if it has one that is known, and what it does in our own short words. */
  powers: Array<{
    name: string | null;
    text: string | null;
  }> | null;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** An Order card, played on a creature of the warband. */
export type DungeonCommandOrder = {
  kind: "order";
  game: "dungeon-command";
  slug: CommonSlug;
  name: CommonName;
  /** The pack the card was sold in. */
  set: CommonSlugOrUnknown;
  symbol: DungeonCommandCommonSymbol;
  /** The least level of a creature that can play it. */
  level: number | null;
  /** The ability that the creature needs; any for every creature. */
  ability: "str" | "dex" | "con" | "int" | "wis" | "cha" | "any" | null;
  /** What kind of action it is. */
  action: "standard" | "minor" | "immediate" | null;
  /** What the creature must be; all clauses hold. An empty list where nothing is printed. */
  requires: Array<DungeonCommandCommonClause> | null;
  /** Keywords of which any one lets a creature play it whatever its level and ability. An empty list where nothing is printed. */
  affinity: CommonKeywords;
  /** Whether it makes or requires a ranged attack, and does not say that a creature without ranged damage can play it. */
  ranged_attack: boolean | null;
  /** Whether the card is put under the creature that plays it or under its target. */
  attach: "self" | "target" | "none" | null;
  text: CommonText;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** A battlefield tile, printed on both sides. */
export type DungeonCommandTile = {
  kind: "tile";
  game: "dungeon-command";
  slug: CommonSlug;
  name: CommonName;
  /** What Muster calls it, since no name is printed on it. */
  class: string | null;
  /** The pack the card was sold in. */
  set: CommonSlugOrUnknown;
  size: "large" | "small" | null;
  /** What the two sides show. */
  sides: Array<"dungeon" | "outdoor"> | null;
  /** Whether a Start area is printed on it. */
  start: boolean | null;
  /** The Treasure squares of the side that has more of them. */
  treasure_squares: number | null;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** The limits under which a legion is judged. */
export type Format = {
  kind: "format";
  game: CommonSlug;
  slug: CommonSlug;
  name: CommonName;
  text: string | null;
  /** The limit of a legion that names none. */
  points: number | null;
  /** Limits offered to players; any other positive whole number may be agreed on, unless only some are allowed. */
  recommended_points: Array<number>;
  /** The only limits at which it is played. Left out: whatever the players agree on. */
  allowed_points?: Array<number>;
  /** Rules that weigh more or less in this format than by themselves. */
  levels: Array<CommonLevel>;
  /** Rules that are not asked in this format, by code. */
  without?: Array<CommonRuleCode>;
  /** Rules that are asked in this format and not by themselves, by code. */
  with?: Array<CommonRuleCode>;
  /** The numbers of this format that its game's rules ask for, by what they are called. Empty: not known. */
  numbers?: Array<{
    name: CommonSlug;
    number: number | null;
  }>;
  /** Cards that may not be fielded: by slug, or all with a keyword, or all of a set. One that is meant in any row is barred. */
  bans?: Array<CommonCut>;
  pool?: FormatPool;
  /** What a warband keeps to at each point limit. Left out: nothing but the limit. */
  sizes?: Array<FormatSize>;
  /** How two of them are compared: by their whole names, or by whether one name contains the other's name without its title. Left out: as the game's rules have it. */
  unique_names?: "whole" | "contained";
  /** Rules that count for nothing in this format, by their codes. */
  waives?: Array<CommonRuleCode>;
  settles?: FormatSettles;
  /** The first day on which it is played, as year-month-day. Left out: since ever. */
  from?: FormatDay;
  /** The last day on which it is played, as year-month-day. Left out: to this day. */
  until?: FormatDay;
  translations?: CommonTranslations;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

export type FormatDay = string;

/** The only cards that may be fielded: by slug, or all with a keyword, or all of a set. One that is meant in any row is in. Left out: every card of the game. */
export type FormatPool = Array<CommonCut>;

/** Which reading holds where the rulebook leaves a question open. Left out: neither. */
export type FormatSettles = Array<{
  question: CommonSlug;
  reading: CommonSlug;
}>;

export type FormatSize = {
  /** The point limit it is about. */
  points: number;
  creatures_at_least?: number;
  creatures_at_most?: number;
  creature_cost_at_most?: number;
  largest_size?: "tiny" | "small" | "medium" | "large" | "huge" | "gargantuan" | "colossal";
  map?: "half" | "full";
};

/** A miniatures game whose lists Muster judges. */
export type Game = {
  kind: GameKind;
  game: CommonSlug;
  slug: CommonSlug;
  name: CommonName;
  publisher: GamePublisher;
  released: CommonReleased;
  ruleset: GameRuleset;
  default_format: GameDefaultFormat;
  legion_word: GameLegionWord;
  text: GameText;
  notice: GameNotice;
  translations?: GameTranslations;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** The format of a legion that names none. */
export type GameDefaultFormat = CommonSlug;

export type GameKind = "game";

/** What this game calls an army list, for example legion or warband. */
export type GameLegionWord = string;

/** Whose marks the game's names are, shown on its pages and in its dumps. */
export type GameNotice = string;

export type GamePublisher = string | null;

/** The engine's rules and their edition, as game/number. */
export type GameRuleset = string;

export type GameText = string | null;

/** Text and notice in other languages than English. Names stay as they are, so that everybody means the same by them. */
export type GameTranslations = Array<{
  language: CommonLanguage;
  text: string;
  notice: string;
}>;

/** What a group of players agrees on beside the rules of the game. A game whose cards have words for more has a schema of its own for it. */
export type HouseRuleDocument = {
  kind: HouseRuleKind;
  game: CommonSlug;
  slug: CommonSlug;
  name: HouseRuleName;
  text: HouseRuleText;
  official: HouseRuleOfficial;
  waives?: HouseRuleWaives;
  levels?: HouseRuleLevels;
  points?: HouseRulePoints;
  bans?: HouseRuleBans;
  pool?: HouseRulePool;
  limits?: HouseRuleLimits;
  translations?: CommonTranslations;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** Cards that may not be fielded: by slug, or all with a keyword, or all of a set. One that is meant in any row is barred. */
export type HouseRuleBans = Array<CommonCut>;

export type HouseRuleKind = "house-rule";

/** Rules that weigh more or less than by the format. */
export type HouseRuleLevels = Array<CommonLevel>;

/** How many of some cards may be together, all copies counted. */
export type HouseRuleLimits = Array<{
  /** Cards by slug, or all with a keyword, or all of a set. One that is meant in any row counts. */
  cards: Array<CommonCut>;
  /** On each creature, of what it carries; or in the whole legion. */
  per: "creature" | "legion";
  at_most: number;
}>;

/** What it is called; a verdict says legal under this name. */
export type HouseRuleName = string;

/** Whether the publisher of the game has offered it. Of our own, and of any group's, it is not. */
export type HouseRuleOfficial = boolean;

/** The most that a legion may cost, whatever limit it names. */
export type HouseRulePoints = number;

/** The only cards that may be fielded: by slug, or all with a keyword, or all of a set. One that is meant in any row is in. Left out: every card. */
export type HouseRulePool = Array<CommonCut>;

/** What is agreed on, in plain words, as players read it before they choose it. */
export type HouseRuleText = string;

/** The codes of the rules that do not hold. Verdicts list what they would have found. */
export type HouseRuleWaives = Array<CommonRuleCode>;

/** An army list, as players build it and tools send it. A field that means nothing in its game is refused. */
export type Legion = {
  game: CommonSlug;
  /** Left out: the game's default. */
  format?: CommonSlug;
  /** The limit the players agreed on. Left out: the format's default. */
  points?: number;
  name?: LegionName;
  /** The catalog's release to judge by. Left out: the newest. */
  release?: number;
  picks?: LegionPicks;
  faction?: LegionFaction;
  map?: LegionMap;
  tiles?: LegionTiles;
  treasure?: LegionTreasure;
  pool?: LegionPool;
  /** How many players each of the other teams has, in games where that counts. */
  against?: Array<number>;
  /** The date the legion is to be played, as year-month-day. */
  on?: string;
  /** Slugs of the house rules agreed on. */
  house_rules?: Array<CommonSlug>;
  /** Whose cards are proposed for the legion: “official” for the publisher's, and the slugs of open sets, those that are not the publisher's. It judges nothing. Left out: official cards, and those of the open sets that the legion has cards of already. A team's stand on the team. */
  sources?: Array<CommonSlug>;
  /** Facts by the owner's word, read from the card, for cards of which the catalog knows too little: by slug, each as the schema of the card's kind has it. They fill in what the catalog does not know, for this legion alone; what it knows stands. A team's stand on the team. */
  facts?: Record<string, Record<string, unknown>>;
  collection?: LegionCollection;
  packs?: LegionPacks;
  campaign?: LegionCampaign;
  /** The legions of the players of one team, which are judged as one. */
  team?: Array<LegionPart>;
  notes?: LegionNotes;
  tags?: LegionTags;
  ext?: LegionExt;
};

/** The campaign that the legion is built in: its adventure and side, what is bought with experience, and the record of the campaign or what it entitles the player to. Without either nothing has been earned. The points of the adventure hold in place of any other limit. It is part of the digest. A team's names adventure, side and record; each part names its player and what that player buys. */
export type LegionCampaign = {
  adventure?: CommonSlug;
  side?: CommonSlug;
  /** The word by which the record means the player. */
  player?: CampaignPlayer;
  /** How many points are bought with experience. Left out: 0. */
  points_bought?: number;
  record?: Campaign;
  entitlements?: LegionCampaignEntitlements;
  /** How the campaign settles open questions, where its record does not travel with the legion. */
  settles?: CampaignSettles;
};

/** What follows from the record for this player, in this adventure and on this side, each with the entry it comes from. */
export type LegionCampaignEntitlements = {
  xp: {
    /** How much has surely been earned. */
    least: number;
    /** How much may have been earned. */
    most: number;
    entries: Array<CampaignId>;
    /** The session of this adventure in which experience was spent before. Left out: none. */
    used_in?: CampaignId;
    /** False where a draw leaves it open whether that counts. Left out: it counts. */
    used_sure?: boolean;
  };
  artifacts: Array<{
    card: CommonSlug;
    entry: CampaignId;
    /** False where the record leaves it open. Left out: it has been earned. */
    sure?: boolean;
    /** The open question that decides. */
    question?: CommonSlug;
    /** The session of this adventure in which it was carried before. Left out: none. */
    used_in?: CampaignId;
    used_sure?: boolean;
  }>;
};

/** How many copies of each card the player owns, by slug. With it, be it empty, the legion is checked against it; left out, nothing is. A team's is for all its players together, a player's own for that part. */
export type LegionCollection = Record<string, number>;

/** Kept for other programs, never read. */
export type LegionExt = Record<string, unknown>;

/** The faction of the legion, in games that ask for one. */
export type LegionFaction = CommonSlug;

/** The battle map that the player brings, in games that ask for one. */
export type LegionMap = CommonSlug;

export type LegionName = string;

export type LegionNotes = string;

/** How many of each box or pack the player owns, by the slug of its set: what is in them counts with the collection. With it, be it empty, the legion is checked like with a collection. A set that nobody has counted is refused. */
export type LegionPacks = Record<string, number>;

/** The legion of one player of a team. */
export type LegionPart = {
  /** The team's game; it may be left out here. */
  game?: CommonSlug;
  /** It belongs to the team as a whole. */
  format?: unknown;
  /** It belongs to the team as a whole. */
  points?: unknown;
  /** It belongs to the team as a whole. */
  release?: unknown;
  /** It belongs to the team as a whole. */
  on?: unknown;
  /** They belong to the team as a whole. */
  house_rules?: unknown;
  /** They belong to the team as a whole. */
  sources?: unknown;
  /** They belong to the team as a whole. */
  facts?: unknown;
  /** A team is made of players, not of teams. */
  team?: unknown;
  /** It belongs to the team as a whole. */
  against?: unknown;
  faction?: LegionFaction;
  map?: LegionMap;
  tiles?: LegionTiles;
  treasure?: LegionTreasure;
  pool?: LegionPool;
  name?: LegionName;
  picks: LegionPicks;
  collection?: LegionCollection;
  packs?: LegionPacks;
  campaign?: LegionCampaign;
  notes?: LegionNotes;
  tags?: LegionTags;
  ext?: LegionExt;
};

export type LegionPick = {
  card: CommonSlug;
  /** What this creature carries, in any order. */
  upgrades?: Array<CommonSlug>;
  /** How many bare copies of this card. Left out: 1. */
  count?: number;
  /** How many soldiers a troop has. Left out: 1. */
  soldiers?: number;
  /** The card that brings these creatures as its minions, in games that have them. */
  minion_of?: CommonSlug;
  /** The card that can summon these creatures during play, in games that have them. */
  summoned_by?: CommonSlug;
  /** The unit that these creatures form together, by a name of the player's own, in games that have units. */
  unit?: CommonSlug;
  /** Whether that unit is a formed one. Left out: it is not. */
  formed?: boolean;
  /** The unit that this creature is attached to, in games that have units. */
  attached_to?: CommonSlug;
  /** The icon of a slot bought with experience. */
  bought_slot?: CommonSlug;
};

/** The lines of the list: one card each that stands for itself, with what it carries. */
export type LegionPicks = Array<LegionPick>;

/** How many copies of each card the player has opened to build from, by slug, in games that are played so. */
export type LegionPool = Record<string, number>;

export type LegionTags = Array<string>;

/** The terrain tiles that the player brings, one for each copy, in games that have them. */
export type LegionTiles = Array<CommonSlug>;

/** What the player brings for the treasure on the tiles, in games that have it. */
export type LegionTreasure = {
  /** The number on each Treasure Chest marker. */
  chests: Array<number>;
  /** How many Treasure tokens. */
  tokens: number;
};

/** What a rulebook says of one thing that comes up in play: an action, a token, a maneuver, a phase. In our own words, with its page as source. */
export type Reference = {
  kind: "reference";
  game: CommonSlug;
  slug: CommonSlug;
  /** What the rulebook calls it. */
  name: string;
  /** What sort of thing it is. */
  topic: "phase" | "maneuver" | "action" | "altitude" | "attack" | "token" | "condition" | "terrain" | "power" | "ability" | "term";
  /** What the rulebook says of it, short and in our own words. */
  text: string;
  /** Other words by which it is looked for. */
  also?: Array<string>;
  /** The rules of play and of lists that apply it, by their codes: their steps lead here. */
  rules?: Array<CommonRuleCode>;
  /** Other references, by slug. */
  see?: Array<CommonSlug>;
  translations?: CommonTranslations;
  formerly?: CommonFormerly;
  /** Why it does not hold any more. A retired reference keeps answering; leave the field out for one that holds. */
  retired?: CommonRetired;
  sources: CommonSources;
};

/** A question about cards or rules with its answer: who gave it, when, and where it can be read. */
export type Ruling = {
  kind: "ruling";
  game: CommonSlug;
  slug: CommonSlug;
  /** The question in a few words; findings cite the ruling by them. */
  name: string;
  question: RulingQuestion;
  answer: RulingAnswer;
  /** The cards that it is about, by slug. Left out: it is about rules alone. */
  cards?: Array<CommonSlug>;
  /** The rules that it is about, by their codes. Left out: it is about cards alone. */
  rules?: Array<CommonRuleCode>;
  /** Who has ruled so: the game's publisher, one of its designers, an organiser of play, or the curators of this catalog. */
  said_by: "publisher" | "designer" | "organiser" | "curators";
  /** When it was given: year, or year and month, or date, as far as it is known: 2005, 2005-05 or 2005-05-21. */
  date: CommonReleased;
  /** Which reading holds where the rulebook leaves a question open, in formats that do not settle it themselves. Left out: none. */
  settles?: FormatSettles;
  /** The slug of the ruling that holds in its place. Leave the field out for a ruling that holds. */
  replaced_by?: CommonSlug;
  /** Question and answer in other languages than English. Names stay as they are, so that everybody means the same by them. */
  translations?: Array<{
    language: CommonLanguage;
    question: RulingQuestion;
    answer: RulingAnswer;
  }>;
  formerly?: CommonFormerly;
  /** Why it does not hold any more. A retired ruling keeps answering; leave the field out for one that holds. */
  retired?: CommonRetired;
  sources: CommonSources;
};

/** What was answered, in our own words. */
export type RulingAnswer = string;

/** What was asked, in our own words. */
export type RulingQuestion = string;

/** What cards were sold or published in together. */
export type Set = {
  kind: "set";
  game: CommonSlug;
  slug: CommonSlug;
  name: CommonName;
  /** Whether the game's publisher made it. An open set made for Muster is not official. */
  official: boolean;
  /** Who made it: the game's publisher, Muster (an open set of its own), or somebody else. Left out: the publisher if it is official, else somebody else. */
  origin?: "publisher" | "muster" | "community";
  /** The wave or event it came with, as named by the publisher. */
  wave: string | null;
  released: CommonReleased;
  /** The licence of the cards' texts and names, for a set that is not the publisher's. */
  licence?: string;
  /** The cards in one box or pack, and how many copies of each. Left out while nobody has counted them. */
  contents?: Array<{
    card: CommonSlug;
    copies: number;
  }>;
  text: string | null;
  translations?: CommonTranslations;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** What Muster says about a legion, and why. */
export type Verdict = {
  verdict: VerdictVerdict;
  game: CommonSlug;
  format: CommonSlug;
  release: VerdictRelease;
  ruleset: VerdictRuleset;
  digest: VerdictDigest;
  points: VerdictPoints;
  /** What the part of each player costs, and the limit where each keeps to it alone; only in the verdict on a team. */
  parts?: Array<{
    at: VerdictPointer;
    points: {
      /** Empty while a cost that counts is not known. */
      total: number | null;
      /** What is known of it. A text that nobody has seen takes nothing off here, though it may. */
      known: number;
      /** That which this player keeps to alone; empty where there is none, or all players share one. */
      limit: number | null;
    };
  }>;
  /** Only in the verdict on a legion that is built in a campaign: its adventure and side, the points of the adventure and those bought, and for each player what was earned before, with the entries. What is bought stands in `bought`, line by line. */
  campaign?: {
    adventure: CommonSlug;
    side: CommonSlug;
    points: {
      adventure: number | null;
      bought: number;
    };
    bought: Array<{
      at: VerdictPointer;
      xp: number;
      /** Only where points are bought. */
      points?: number;
      /** Only where a slot is bought: the creature. */
      card?: CommonSlug;
      icon?: CommonSlug;
    }>;
    players: Array<{
      at: VerdictPointer;
      player: string | null;
      xp: {
        least: number;
        most: number;
        entries: Array<string>;
      };
      artifacts: Array<{
        card: CommonSlug;
        entry: string | null;
        sure: boolean;
      }>;
    }>;
  };
  ledger: VerdictLedger;
  findings: VerdictFindings;
  /** What is said of the legion beside the findings. No rule asks for it, and it changes no verdict. The code ends with mixed-sources where there are official cards and cards of open sets, and with doubtful-fact where a verdict would not be sure if a fact were not known of which a source says why it may be wrong: its facts name the card, the fact and the doubt. */
  remarks: Array<VerdictRemark>;
  /** Only where fixes were asked for: whether the search for them came to its end. If not, there may be better or smaller ones. */
  fixes_complete?: boolean;
  no_fix?: VerdictNoFix;
  /** What rules find that do not hold here, and what waives them: things that are broken, facts that would decide, points that are left out of the price. */
  waived: Array<VerdictWaived>;
  /** Only where the rulebook is silent or contradicts itself and that decides: the question, its readings, and the rules that need the answer. A format or a ruling may settle it. */
  open?: Array<{
    question: CommonSlug;
    title: string;
    readings: Array<VerdictOpenItemsReadingsItems>;
    at: VerdictFindingAt;
    needed_by: Array<string>;
  }>;
  /** Only where rulings settle a question that would decide and that the format leaves open: the question, the reading that holds, and the rulings that say so. */
  settled?: Array<{
    question: CommonSlug;
    title: string;
    reading: VerdictOpenItemsReadingsItems;
    rulings: VerdictRulings;
    at: VerdictFindingAt;
    needed_by: VerdictSettledItemsNeededBy;
  }>;
  unknown: VerdictUnknown;
  /** Only where the verdict is illegal and each error is about something that the legion does not have yet and that more cards or a choice would settle: one entry for each error. The verdict stays illegal. A legion over its limit is never unfinished. */
  unfinished?: Array<{
    /** The index of the error in `findings`. */
    finding: number;
    /** What would settle it: more cards in the list, or a choice. */
    by: "cards" | "choice";
    /** Only with choice: the field of the legion, or of the player's part of a team, in which to choose. */
    field?: "faction" | "map" | "points" | "pool" | "tiles" | "treasure";
    /** What to do, in a few words. */
    message: string;
  }>;
  /** Only where the verdict is undetermined and one outcome is by far the likely one: the legion is illegal unless a card lifts a rule by a text that nobody has seen. `unless` names the facts that alone could turn it, `findings` what is wrong otherwise. The verdict stays undetermined. */
  likely?: {
    verdict: "illegal";
    unless: Array<{
      card: CommonSlug;
      fact: VerdictPointer;
      at: Array<VerdictPointer>;
    }>;
    message: string;
    findings: Array<VerdictFinding>;
  };
  facts?: VerdictFacts;
  /** Only where there are such: the cards of the legion's collections that this release does not know. They count for nothing. */
  not_found?: Array<VerdictNotFound>;
  /** Only where the legion names some: the house rules that it was judged under, by slug. */
  house_rules?: Array<{
    slug: CommonSlug;
    name: string;
  }>;
  /** Only with house rules: what the legion would be without them. */
  without?: {
    verdict: VerdictVerdict;
    points: VerdictPoints;
    findings: VerdictFindings;
    unknown: VerdictUnknown;
  };
};

/** SHA-256 of the legion as judged; the same list clicked together in any order has one digest. */
export type VerdictDigest = string;

/** Only where the legion brings own numbers: each of them, by card and fact, and what became of it. */
export type VerdictFacts = Array<{
  /** The slug under which it was sent. */
  card: CommonSlug;
  fact: VerdictPointer;
  /** What the legion says of the card. */
  value: unknown;
  /** used: the catalog does not know it, and the legion is judged by it. known: what the catalog has counts instead. not-in-legion, not-in-catalog: the card is not there, so that nothing asks for it. */
  state: "used" | "known" | "not-in-legion" | "not-in-catalog";
  /** Where the card is in the legion. */
  at: Array<VerdictPointer>;
  /** Only with known: what the catalog has; null for a card that has no such fact, and where what is said contradicts other facts of the card. */
  catalog?: unknown;
}>;

/** A rule that is broken. */
export type VerdictFinding = {
  code: VerdictFindingCode;
  level: VerdictFindingLevel;
  at: VerdictFindingAt;
  message: VerdictFindingMessage;
  facts: VerdictFindingFacts;
  cite: VerdictFindingCite;
  rulings?: VerdictRulings;
  /** Only where they were asked for, on errors: the smallest edits that make the legion legal, the best first. */
  fixes?: Array<VerdictFix>;
};

export type VerdictFindingAt = Array<VerdictPointer>;

export type VerdictFindingCite = {
  source: string;
  page: number | null;
  section: string | null;
};

export type VerdictFindingCode = string;

/** The numbers and names the message is filled from. */
export type VerdictFindingFacts = Record<string, unknown>;

export type VerdictFindingLevel = "error" | "warning";

export type VerdictFindingMessage = string;

export type VerdictFindings = Array<VerdictFinding>;

/** An edit of the legion that was judged: with it the legion is legal. */
export type VerdictFix = {
  /** A JSON Patch (RFC 6902) of the legion, its steps to be made in this order. */
  do: Array<VerdictFixDoItems>;
  /** What the price changes by; empty when that is not known. */
  points: number | null;
  verdict: "legal";
};

export type VerdictFixDoItems = {
  op: "add" | "remove" | "replace";
  path: VerdictPointer;
  /** A slug, a list of slugs or a number. Absent where something is removed. */
  value?: unknown;
};

/** The price, line by line. The known lines sum to the known part, or to more where something may yet be taken off. */
export type VerdictLedger = Array<{
  at: VerdictPointer;
  card: CommonSlug;
  reason: string;
  each?: number;
  points: number | null;
  /** Only where the points are what they are by own numbers of the legion. */
  by_your_word?: true;
}>;

/** Only where fixes were asked for and a legion that is not legal has none: why. No edit of it can do (nothing-mends); not all could be tried (too-many-ways); there is no legal list of the cards that may be taken, which is proven (no-legal-list); cards could not be looked at, because facts of them are not known (cards-left-out); or the solver was busy (not-searched): ask again. */
export type VerdictNoFix = {
  code: "nothing-mends" | "too-many-ways" | "no-legal-list" | "cards-left-out" | "not-searched";
  message: string;
};

/** A word that nobody knows, which was left aside. */
export type VerdictNotFound = {
  /** Its place in what was sent. */
  at: VerdictPointer;
  /** The word. */
  slug: string;
  /** The words that may have been meant, the closest first. Looked for with the first five alone. */
  nearest: Array<string>;
};

export type VerdictOpenItemsReadingsItems = {
  reading: CommonSlug;
  text: string;
  cite: VerdictFindingCite;
};

/** A JSON Pointer into the document sent. */
export type VerdictPointer = string;

export type VerdictPoints = {
  /** Empty while a cost that counts is not known. */
  total: number | null;
  /** What is known of it. A text that nobody has seen takes nothing off here, though it may. */
  known: number;
  /** The lowest of those that hold for what the whole list costs; empty where there is none, and on a team where each player keeps to the limit alone, unless a house rule limits them all. */
  limit: number | null;
};

export type VerdictRelease = number;

/** Something worth knowing of the legion that no rule forbids. */
export type VerdictRemark = {
  code: VerdictFindingCode;
  at: VerdictFindingAt;
  message: VerdictFindingMessage;
  facts: VerdictFindingFacts;
};

export type VerdictRuleset = string;

/** Only where there are such: the rulings about this, as the release has them, by slug. */
export type VerdictRulings = Array<{
  slug: CommonSlug;
  /** The question in a few words. */
  name: string;
}>;

export type VerdictSettledItemsNeededBy = Array<string>;

/** The facts that would decide, and the rules that need them. */
export type VerdictUnknown = Array<VerdictUnknownItems>;

export type VerdictUnknownItems = {
  card: CommonSlug;
  fact: VerdictPointer;
  at: Array<VerdictPointer>;
  needed_by: Array<string>;
};

export type VerdictVerdict = "legal" | "illegal" | "undetermined";

/** What a rule finds that is waived, in the form of a finding. */
export type VerdictWaived = {
  code: VerdictFindingCode;
  level: VerdictFindingLevel;
  at: VerdictFindingAt;
  message: VerdictFindingMessage;
  facts: VerdictFindingFacts;
  cite: VerdictFindingCite;
  by: VerdictWaivedBy;
};

/** The document that waives the rule; of several house rules that do, the first by slug. */
export type VerdictWaivedBy = {
  kind: string;
  slug: CommonSlug;
  name: string;
};
