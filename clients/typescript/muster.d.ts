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

export type Book = {
  game: BookSummaryGame;
  title: BookSummaryTitle;
  edition: BookSummaryEdition;
  source: BookSummarySource;
  text: BookSummaryText;
  counted: CountedSections;
  /** The sections in the order of the book, without retired ones. */
  sections: Array<BookSection>;
};

/** The printed number (`604.4.b`), the page and heading (`p15/combat-phase`), or the heading and number of the question (`damage/3`). */
export type BookAddress = string;

export type BookHeading = {
  at: BookAddress;
  title: string;
};

export type BookList = {
  /** The release of the response. */
  release: number;
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<BookSummary>;
};

export type BookPlace = {
  game: BookSummaryGame;
  source: BookSummarySource;
  at: BookAddress;
  title: BookSectionTitle;
  page: BookSectionPage;
  parent: BookSectionParent;
  text: BookSectionText;
  text_source: BookSectionTextSource;
  question: BookSectionQuestion;
  covered_by: BookSectionCoveredBy;
  see: BookSectionSee;
  also: BookSectionAlso;
  people: BookSectionPeople;
  state: BookSectionState;
  states: BookSectionStates;
  rules: BookSectionRules;
  adventures: BookSectionAdventures;
  rulings: BookSectionRulings;
  references: BookSectionReferences;
  /** Why it is no longer valid; null for a section of the book. */
  retired: string | null;
  /** The headings above it, the topmost first. */
  above: Array<BookHeading>;
  /** The section before it in the book. */
  previous: BookAddress | null;
  /** The section after it in the book. */
  next: BookAddress | null;
};

export type BookSection = {
  at: BookAddress;
  title: BookSectionTitle;
  page: BookSectionPage;
  parent: BookSectionParent;
  text: BookSectionText;
  text_source: BookSectionTextSource;
  question: BookSectionQuestion;
  covered_by: BookSectionCoveredBy;
  see: BookSectionSee;
  also: BookSectionAlso;
  people: BookSectionPeople;
  state: BookSectionState;
  states: BookSectionStates;
  rules: BookSectionRules;
  adventures: BookSectionAdventures;
  rulings: BookSectionRulings;
  references: BookSectionReferences;
};

/** The adventures that cite it, by slug. */
export type BookSectionAdventures = Array<string>;

/** Other words by which players look for it. */
export type BookSectionAlso = Array<string>;

/** The section whose text decides this one as well. */
export type BookSectionCoveredBy = BookAddress | null;

/** The page on which it begins; null for a book without pages. */
export type BookSectionPage = number | null;

/** The heading above it; null at the top. */
export type BookSectionParent = BookAddress | null;

/** Why only people at the table can decide it; null if its text decides. */
export type BookSectionPeople = string | null;

/** The question that the text answers, if it is that of a ruling. */
export type BookSectionQuestion = string | null;

/** The references about its subject, by slug. */
export type BookSectionReferences = Array<string>;

/** The codes of the rules that cite it: for lists, of play and of campaigns. */
export type BookSectionRules = Array<string>;

/** The rulings in force about it, by slug; one that has its text is the first. */
export type BookSectionRulings = Array<string>;

/** Related sections. */
export type BookSectionSee = Array<BookAddress>;

/** The strongest of its states; null for a heading without a rule. */
export type BookSectionState = CoverageState | null;

/** All its states, the strongest first. */
export type BookSectionStates = Array<CoverageState>;

/** What the rule decides, in our own words; null for a heading. */
export type BookSectionText = string | null;

/** Where the text is kept: in the section, in the section `covered_by`, in the first of `rulings`, or in the first of `references`; null without a text. */
export type BookSectionTextSource = "text" | "covered_by" | "ruling" | "reference" | null;

/** The printed heading, or the subject of a rule of which only the number is printed. */
export type BookSectionTitle = string;

export type BookSummary = {
  game: BookSummaryGame;
  title: BookSummaryTitle;
  edition: BookSummaryEdition;
  source: BookSummarySource;
  text: BookSummaryText;
  counted: CountedSections;
};

/** The print that the sections follow. */
export type BookSummaryEdition = string;

export type BookSummaryGame = string;

/** The title by which citations name the book. */
export type BookSummarySource = string;

/** What the addresses of the book are, in our own words. */
export type BookSummaryText = string;

/** The printed title. */
export type BookSummaryTitle = string;

export type BulkEntry = {
  game: string;
  kind: string;
  form: "jsonl" | "json";
  /** The compression of the file. */
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
  /** At least one field of the card with its value, following its schema. */
  facts: Record<string, unknown>;
  /** A title or a public address. Default: the printed card in your hand; leave it out only if the facts were read off that. */
  source?: string;
  page?: number | null;
  note?: string;
  /** Required to correct a value of the catalog. */
  mends?: boolean;
  thank?: boolean;
};

/** The number of sections by their strongest state; a state that no section has is left out. Headings without a rule are not counted. */
export type CountedSections = Record<string, number>;

export type Coverage = {
  game: string;
  source: string;
  sections: Array<RulebookSection>;
};

/** `judged`: rules for lists apply it. `resolved`: questions of play do. `recorded`: the records of campaigns or adventures do. `ruling`: a ruling answers it. `people`: only people can decide it. `reference`: its text answers it. */
export type CoverageState = "judged" | "resolved" | "recorded" | "ruling" | "people" | "reference";

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

/** The odds of a question whose odds have a schema, while dice are open. */
export type DeclaredOdds = AttackWingSituationsOddsAttack | AttackWingSituationsOddsAreaAttack | AttackWingSituationsOddsManeuver | AttackWingSituationsOddsUpgrade | AttackWingSituationsOddsMorale | DndMiniatures2003SituationsOddsAttack | DndMiniatures2003SituationsOddsMorale | DndMiniatures2003SituationsOddsInitiative | DndMiniatures2008SituationsOddsAttackRoll | DndMiniatures2008SituationsOddsInitiative | DndMiniatures2008SituationsOddsSavingThrows;

/** The result of a question whose answer has a schema. */
export type DeclaredResult = AttackWingSituationsAnswersAttack | AttackWingSituationsAnswersAreaAttack | AttackWingSituationsAnswersManeuver | AttackWingSituationsAnswersDamage | AttackWingSituationsAnswersDamageDeck | AttackWingSituationsAnswersUpgrade | AttackWingSituationsAnswersMorale | AttackWingSituationsAnswersFormation | AttackWingSituationsAnswersSetUp | AttackWingSituationsAnswersOrder | AttackWingSituationsAnswersEndPhase | AttackWingSituationsAnswersWinner | AttackWingSituationsAnswersDispute | DndMiniatures2003SituationsAnswersDamage | DndMiniatures2003SituationsAnswersAttack | DndMiniatures2003SituationsAnswersCommand | DndMiniatures2003SituationsAnswersMorale | DndMiniatures2003SituationsAnswersInitiative | DndMiniatures2003SituationsAnswersVictoryPoints | DndMiniatures2008SituationsAnswersAttackRoll | DndMiniatures2008SituationsAnswersDamage | DndMiniatures2008SituationsAnswersInitiative | DndMiniatures2008SituationsAnswersSavingThrows | DndMiniatures2008SituationsAnswersTurnActions | DndMiniatures2008SituationsAnswersVictoryPoints | DungeonCommandSituationsAnswersPlayOrder | DungeonCommandSituationsAnswersTakeDamage | DungeonCommandSituationsAnswersDeploy | DungeonCommandSituationsAnswersAttack | DungeonCommandSituationsAnswersTreasure | DungeonCommandSituationsAnswersMorale | DungeonCommandSituationsAnswersWinner | DungeonCommandSituationsAnswersOrderOdds | DungeonCommandSituationsAnswersMove;

/** The situation of a question whose answer has a schema. */
export type DeclaredSituation = AttackWingSituationsAttack | AttackWingSituationsAreaAttack | AttackWingSituationsManeuver | AttackWingSituationsDamage | AttackWingSituationsDamageDeck | AttackWingSituationsUpgrade | AttackWingSituationsMorale | AttackWingSituationsFormation | AttackWingSituationsSetUp | AttackWingSituationsOrder | AttackWingSituationsEndPhase | AttackWingSituationsWinner | AttackWingSituationsDispute | DndMiniatures2003SituationsDamage | DndMiniatures2003SituationsAttack | DndMiniatures2003SituationsCommand | DndMiniatures2003SituationsMorale | DndMiniatures2003SituationsInitiative | DndMiniatures2003SituationsVictoryPoints | DndMiniatures2008SituationsAttackRoll | DndMiniatures2008SituationsDamage | DndMiniatures2008SituationsInitiative | DndMiniatures2008SituationsSavingThrows | DndMiniatures2008SituationsTurnActions | DndMiniatures2008SituationsVictoryPoints | DungeonCommandSituationsPlayOrder | DungeonCommandSituationsTakeDamage | DungeonCommandSituationsDeploy | DungeonCommandSituationsAttack | DungeonCommandSituationsTreasure | DungeonCommandSituationsMorale | DungeonCommandSituationsWinner | DungeonCommandSituationsOrderOdds | DungeonCommandSituationsMove;

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
  shelf: "card" | "set" | "format" | "house-rule" | "ruling" | "adventure" | "reference" | "rulebook" | "section" | "game";
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
  what: "saved" | "restored" | "sent" | "taken-back" | "returned" | "approved" | "sampled" | "discarded" | "published" | "released";
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
  shelf: "card" | "set" | "format" | "house-rule" | "ruling" | "adventure" | "reference" | "rulebook" | "section" | "game";
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
  /** The SHA-256 of its bytes. */
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
  /** The address of the schema of the result, without host; null if it has none. */
  answer?: string | null;
  /** The address of the schema of the odds, without host; null if it has none. */
  odds?: string | null;
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
  /** The inputs that the step changes, for a table that is kept. Left out if there are none. */
  sets?: Array<{
    /** The JSON Pointer of an input of the situation. */
    at: string;
    /** Its value afterwards. */
    value: unknown;
  }>;
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

export type ReleaseChangesets = {
  /** The release. */
  release: number;
  /** The largest come first. */
  results: Array<{
    /** The title; null while it may be that of an unpublished draft. */
    title: string | null;
    /** How it was begun; there may be new words. */
    origin: string;
    /** The number of changed documents. */
    documents: number;
    /** The reasons of its documents that are not its title, the most frequent first. */
    reasons: Array<string>;
    /** The number of further reasons. */
    more_reasons: number;
  }>;
  /** The number of further changesets. */
  more: number;
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
  /** Empty if no rule was named. */
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
  /** The result; its fields depend on the question. Questions with an `answer` have its fields. */
  result: DeclaredResult | Record<string, unknown>;
  steps: Array<PlayStep>;
  /** The broken rules. */
  findings: Array<VerdictFinding>;
  /** The unknown facts that decide. */
  unknown: Array<UnknownPlayFact>;
  /** The exact chances if dice are open. Questions with `odds` in their list have its fields. */
  odds: DeclaredOdds | Record<string, unknown> | null;
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
  /** Its conformance cases; null if they are not installed. */
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

export type RuleSearchAnswer = {
  release: number;
  /** The words of the question as they were understood, without words like “can I”. */
  read_as: Array<string>;
  /** The number of all results of each kind. */
  counts: {
    rule: number;
    ruling: number;
    term: number;
    card: number;
  };
  results: Array<RuleSearchResult>;
};

export type RuleSearchResult = {
  /** The slug of the game. */
  game: string;
  /** A section of the rulebook, an answered question, an explanation of a term, or a card. */
  kind: "rule" | "ruling" | "term" | "card";
  /** The address in the rulebook; null for a card, and for a ruling that is about no section. */
  at: string | null;
  /** The page of the rulebook, null for a book without pages. */
  page: number | null;
  title: string;
  /** The text in our own words, for a ruling the question and its answer; empty for a heading and for a card without a text. */
  text: string;
  /** The address of the document. */
  href: string;
  /** The higher, the better. Only scores of one answer are comparable. */
  score: number;
};

export type RulebookSection = {
  at: BookAddress;
  /** The page on which it begins; null for a book without pages. */
  page: number | null;
  title: string;
  /** The strongest state: judged by rules for lists, resolved by questions of play, recorded in campaigns, answered by a ruling or by its text (`reference`), or left to people (`table`). Null for a heading without a rule. No section is `open`. */
  state: "judged" | "resolved" | "recorded" | "ruling" | "reference" | "table" | "open" | null;
  /** The reason why only people can decide it. */
  reason: string | null;
  /** The codes of the rules that cite it. */
  rules: Array<string>;
  /** All its states, the strongest first. */
  states: Array<CoverageState>;
  /** The adventures that cite it, by slug. */
  adventures: Array<string>;
  /** The rulings in force about it, by slug. */
  rulings: Array<string>;
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

export type SectionList = {
  /** The release of the response. */
  release: number;
  /** The address of the next page; null on the last. */
  next: string | null;
  results: Array<SectionOrFields>;
};

/** The whole document, or only the requested `fields`. */
export type SectionOrFields = Section | Fields;

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
export type SituationQuestion = AttackWingSituationsAttack | AttackWingSituationsAreaAttack | DeclaredSituation | SituationBatch;

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
  /** If present, the fact leaves the odds open and decides nothing else. */
  only_for_odds?: true;
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

/** A game of a campaign with its own sides: what each side may bring, its objective, and its rewards. */
export type Adventure = {
  kind: "adventure";
  game: CommonSlug;
  slug: CommonSlug;
  name: string;
  /** The subject, briefly and in our own words. */
  text: string;
  /** Whether it comes from the publisher of the game. Formats by Muster or by groups of players are not official. */
  official: boolean;
  /** The slug of the storyline that it belongs to. If omitted: none. */
  storyline?: CommonSlug;
  /** A summary of the storyline in one sentence of our own. Only the first adventure of a storyline has it. */
  storyline_text?: string;
  /** The subject of the drawn picture of its storyline. If omitted: a landscape. */
  storyline_scene?: "flames" | "gate" | "hoard" | "tents" | "tower";
  /** Its number in the storyline. */
  number?: number | null;
  /** The set it came with. If omitted: none. */
  set?: CommonSlug;
  /** The format that its lists are built in. If omitted: the game's default. */
  format?: CommonSlug;
  /** The recommended number of players. */
  players: number | null;
  /** The maximum number of rounds. If omitted: no limit. Empty: not known. */
  rounds?: number | null;
  /** The maximum number of points that a booster opened on the day adds. If omitted: none. */
  booster_points?: number | null;
  /** The play area in inches, and its edges. */
  area?: {
    /** From west to east. */
    width: number;
    /** From north to south. */
    depth: number;
    /** The edges that nobody can cross. The others are open. */
    walls: Array<"north" | "east" | "south" | "west">;
  };
  /** The opposing sides. Several players can play a side as a team. */
  sides: Array<{
    /** The identifier of this side within the document. */
    side: CommonSlug;
    name: string;
    /** The maximum cost of its list, without purchases. Empty: not known, or cards have no cost. */
    points: number | null;
    /** The cards that its list must have, by slug. */
    required_cards: Array<CommonSlug>;
    /** The rectangle in which it is set up, in inches from the west and the north edge. If omitted: not known, or as in the rules of the game. */
    start?: {
      from_west: number;
      from_north: number;
      width: number;
      depth: number;
    };
    /** The objective, in our own words. */
    objective: string | null;
    /** The possible ends of a side, offered to players after the game. */
    ends: Array<"defeated" | "left" | "present" | "won" | "lost" | "drawn">;
    /** The exits by which it can leave, if they matter. If omitted: they do not matter. */
    exits?: Array<CommonSlug>;
    /** The cases in which it may leave: one row is enough. Otherwise leaving counts as its defeat in every outcome. If omitted: always. Empty: never. */
    may_leave?: Array<{
      all: AdventureOutcomesItemsWhenItemsAll;
    }>;
    /** Whether the game ends when it leaves. Sides that are defeated or leave later still count as present. If omitted: the game goes on. */
    leaving_ends?: boolean;
  }>;
  /** The tokens on the table at the start. */
  pieces?: Array<{
    /** The number on the token. */
    number: number;
    /** The meaning, in our own words. */
    what: string;
    /** The card that a creature has while it holds the token, free and without a slot. If omitted: none. */
    card?: CommonSlug;
    /** Its place in inches. If omitted: the players choose it. */
    from_west?: number;
    from_north?: number;
  }>;
  /** The maximum number of tokens that one side can hold. If omitted: none can be held. */
  most_held?: number;
  /** Special rules in addition to the rules of the game, in our own words, one rule per line. */
  special_rules: Array<string>;
  /** The questions of play that a special rule affects. A rule that is not listed may affect any question. */
  touches?: Array<{
    /** The place of the special rule, from 0 on. */
    rule: number;
    /** The questions of play, by name; none if it affects only the building of lists. */
    questions: Array<CommonSlug>;
  }>;
  /** Questions that its text leaves open, with their readings. A campaign can settle them when it starts. */
  questions?: Array<{
    /** The identifier used in outcomes. */
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
    /** The side that earned them there. If omitted: the artifacts that nobody earned. */
    earned_by?: CommonSlug;
    cards: Array<CommonSlug>;
    /** The open question that decides about artifacts carried off there but not earned. */
    question?: CommonSlug;
    /** The reading of that question with which they may be taken. */
    reading?: CommonSlug;
  }>;
  /** The possible outcomes, in the order in which they are checked. The first total victory or draw that applies is the outcome; if none does, every partial victory that applies. */
  outcomes: Array<{
    /** A number or word that identifies it; different in each row. */
    paragraph: CommonSlug;
    victory: "total" | "partial" | "draw";
    /** Whether the players play the adventure again after this outcome, before they go on to another one. If omitted: no. */
    played_again?: boolean;
    /** The result, briefly and in our own words. */
    text: string;
    /** The conditions: one row is enough. */
    when: Array<{
      all: AdventureOutcomesItemsWhenItemsAll;
      /** An open question that also decides. If omitted: none. */
      question?: CommonSlug;
      /** The reading of that question with which this case applies. */
      reading?: CommonSlug;
    }>;
    /** The rewards of the sides. */
    earned: Array<{
      side: CommonSlug;
      xp: number;
      /** The side chooses one of these cards. If omitted: no card. */
      cards?: Array<CommonSlug>;
      /** Whether the side can choose only cards whose tokens it holds. */
      only_held?: boolean;
    }>;
  }>;
  /** Its texts in other languages than English, each with the identifier of its English text. Names are not translated. */
  translations?: Array<{
    language: CommonLanguage;
    text: string;
    storyline_text?: string;
    sides?: Array<{
      side: CommonSlug;
      name?: string;
      objective: string;
    }>;
    pieces?: Array<{
      number: number;
      what: string;
    }>;
    /** As many as in English, in the same order. */
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
  /** Why it is no longer played. Omit the field for one in use. */
  retired?: CommonRetired;
  sources: CommonSources;
};

export type AdventureOutcomesItemsWhenItemsAll = Array<{
  side: CommonSlug;
  /** One of these. */
  is?: Array<"defeated" | "left" | "present" | "won" | "lost" | "drawn">;
  /** The side left by one of these exits. */
  by?: Array<CommonSlug>;
  /** The minimum health of the side at the end. */
  least_health?: number;
  /** The maximum health of the side at the end. */
  most_health?: number;
  /** The side held one of these tokens. */
  holds?: Array<number>;
  /** The side was defeated or left after all of these sides. */
  after?: Array<CommonSlug>;
  /** The side was defeated or left before any of these sides; these may still be in play. */
  before?: Array<CommonSlug>;
}>;

/** Definitions shared by the kinds of Attack Wing; no document is of this kind. */
export type AttackWingCommon = unknown;

export type AttackWingCommonAction = "dodge" | "charge" | "target" | "concentrate" | "feint";

/** The arc of the attack; any for both arcs, none for an attack that is not aimed. */
export type AttackWingCommonArc = "forward" | "rear" | "any" | "none" | null;

/** Whether its attack strikes all in an area. If omitted: not known, or it has no attack. */
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

/** The dice of its attack; the minimum if they depend on the target. If omitted: not known, or the card says none. */
export type AttackWingCommonDice = number | null;

/** The dice of its attack: those on the card, those of the primary weapon value, or none without an attack. If omitted: not known. */
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

/** The headers of its text: an action, an attack, or a lasting effect; none if it has none of these. If omitted: not known. */
export type AttackWingCommonHeaders = Array<"action" | "attack" | "continuous" | "none"> | null;

/** One of the six icons of an upgrade banner. */
export type AttackWingCommonIcon = "dragon" | "equipment" | "monster" | "heroic" | "arcane" | "divine";

/** The maximum number of upgrades with one of the keywords. */
export type AttackWingCommonLimits = Array<{
  family: Array<CommonSlug>;
  per: "creature" | "legion";
  at_most: number;
}> | null;

/** Whether its attack is a melee attack. If omitted: not known, or it has no attack. */
export type AttackWingCommonMelee = boolean | null;

/** Legion points added unless the clause holds for the bearer. */
export type AttackWingCommonPenalties = Array<{
  unless: AttackWingCommonClause;
  cost: number;
}> | null;

/** Whether its attack penetrates armor. If omitted: not known, or it has no attack. */
export type AttackWingCommonPenetrates = boolean | null;

/** Whether a Permanent Duration Token is placed on it when it is used. If omitted: not known. */
export type AttackWingCommonPermanent = boolean | null;

/** The number of Duration Tokens placed on it when it is used. If omitted: not known. */
export type AttackWingCommonPlacesTokens = number | null;

/** One word about the bearer; any one of several values is enough. */
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

/** The range as printed, in short form, for example 1-3 or cone 3; none if the card has no attack. */
export type AttackWingCommonRange = string | null;

/** Conditions on its bearer; every line must be true. No line means no restriction. */
export type AttackWingCommonRequires = Array<AttackWingCommonClause> | null;

/** The tokens that its attack or action costs, or none. If omitted: not known. */
export type AttackWingCommonSpends = Array<"target" | "concentrate" | "charge" | "dodge" | "none"> | null;

/** A gold ring round the cost. */
export type AttackWingCommonUnique = boolean | null;

/** Whether using it disables or discards it. If omitted: not known. */
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
  /** The number of copies in the deck. */
  copies: number | null;
  /** Whether it names an action that turns it face down. */
  flips: boolean | null;
  /** The number of Duration Tokens placed on it when it is dealt face up. If omitted: not known. */
  places_tokens?: number | null;
  /** The number of damage cards that it counts as while it lies face up. If omitted: not known. */
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
  card_counts?: GameCardCounts;
  card_copies?: GameCardCopies;
  unique_names?: GameUniqueNames;
  text: GameText;
  notice: GameNotice;
  /** The two kinds of dice, with the number of faces for each symbol. All other faces are blank. */
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
  /** Slots of creatures in addition to their banners. */
  slots?: Array<{
    slot: AttackWingCommonIcon;
    count: number;
    /** Conditions on the creatures that have them; every line must be true. No line means every creature. */
    bearers?: Array<AttackWingCommonClause>;
  }>;
  translations?: CommonTranslations;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** The dials of one class of creature; a card for reference, never part of a legion. */
export type AttackWingManeuverCard = {
  kind: "maneuver-card";
  game: "attack-wing";
  slug: CommonSlug;
  /** The creature class of the card and the word Maneuvers; only the class is printed. */
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
    /** Turnabout includes the wingover, its name in flight. */
    bearing: "straight" | "bank" | "turn" | "turnabout" | "fall-back" | "pivot";
    /** The direction of a bank or turn; none for every other bearing. */
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

/** The result of the question “Area attack”. */
export type AttackWingSituationsAnswersAreaAttack = {
  stage: "declare" | "place" | "failed" | "dice" | "done";
  targets: Array<{
    /** The damage of both sorts; null if it is not known. */
    damage?: {
      normal: number | null;
      critical: number | null;
    };
    /** Null if the number is unknown. */
    attack_dice?: number | null;
    /** Null if the number is unknown. */
    defense_dice?: number | null;
    /** Null if the order of changes decides. */
    hits?: number | null;
    /** Null if the order of changes decides. */
    criticals?: number | null;
    /** Null if the order of changes or an unknown energy type decides. */
    dodges?: number | null;
    /** Null if they are not known. */
    damage_cards?: number | null;
    /** Null if they are not known. */
    soldiers_lost?: number | null;
    /** Null if its health is unknown. */
    removed_in_end_phase?: boolean | null;
    name: string;
    stage: "declare" | "measure" | "unaffected" | "attack-dice" | "defense-dice" | "damage" | "done";
  }>;
};

/** The result of the question “Making an attack”. */
export type AttackWingSituationsAnswersAttack = {
  /** The damage of both sorts; null if it is not known. */
  damage?: {
    normal: number | null;
    critical: number | null;
  };
  /** Null if the number is unknown. */
  attack_dice?: number | null;
  /** Null if the number is unknown. */
  defense_dice?: number | null;
  /** Null if the order of changes decides. */
  hits?: number | null;
  /** Null if the order of changes decides. */
  criticals?: number | null;
  /** Null if the order of changes or an unknown energy type decides. */
  dodges?: number | null;
  /** Null if they are not known. */
  damage_cards?: number | null;
  /** Null if they are not known. */
  soldiers_lost?: number | null;
  /** Null if its health is unknown. */
  removed_in_end_phase?: boolean | null;
  stage: "declare" | "measure" | "lost" | "unaffected" | "attack-dice" | "defense-dice" | "damage" | "done";
  /** Null if they are not known. Missing once dice are rolled. */
  reach?: Array<number> | null;
  /** Null if it is not known. Missing once dice are rolled. */
  arc?: string | null;
};

/** The result of the question “Damage”. */
export type AttackWingSituationsAnswersDamage = {
  /** The damage of both sorts; null if it is not known. */
  damage: {
    normal: number | null;
    critical: number | null;
  };
  /** Null if they are not known. */
  damage_cards: number | null;
  soldiers_lost: number | null;
  removed_in_end_phase: boolean | null;
};

/** The result of the question “Damage deck”. */
export type AttackWingSituationsAnswersDamageDeck = {
  /** Null after an event that is not known. */
  left: number | null;
  /** Null after an event that is not known. */
  discards: number | null;
  /** Null for a deck that is drawn by hand. */
  checksum: string | null;
  /** How often the deck or its discards were shuffled. Null after an event that is not known. */
  shuffles: number | null;
  /** Up to an event that is not known. */
  dealt: Array<{
    /** Its place among the events, from 0 on. */
    event: number;
    creature: string;
    face_up: boolean;
    /** Null if it is unknown, or face down until the seed is shown. */
    card: string | null;
  }>;
  /** Null after an event that is not known. */
  creatures: Array<{
    name: string;
    /** The number of cards that its damage counts as. Null if an unknown card may count as several. */
    damage_cards: number | null;
    face_down: number;
    face_up: Array<{
      /** Null if it is unknown. */
      card: string | null;
      duration_tokens: number;
    }>;
  }> | null;
  /** Only if it is revealed. */
  seed?: string;
  /** Only if it is revealed. */
  order?: Array<string>;
};

/** The result of the question “Dispute roll”. */
export type AttackWingSituationsAnswersDispute = {
  /** Null if the icon decides and is not known, or if nothing is rolled. */
  winner: "attack" | "defense" | "tie" | null;
  readings: Array<{
    icon: "concentrate" | "blank";
    attack: number;
    defense: number;
  }>;
};

/** The result of the question “End Phase”. */
export type AttackWingSituationsAnswersEndPhase = {
  winner: number | null;
  /** Null if no player wants it one by one, or if a level is unknown. */
  order: Array<{
    level: number;
    creatures: Array<{
      side: number;
      /** A JSON Pointer into the situation. */
      at: string;
      name: string;
    }>;
    /** Whether the order is decided. */
    decided: boolean;
  }> | null;
  removed: Array<{
    side: number;
    /** A JSON Pointer into the situation. */
    at: string;
    name: string;
  }>;
  /** Their health is unknown. */
  open: Array<{
    side: number;
    /** A JSON Pointer into the situation. */
    at: string;
    name: string;
  }>;
  initiative: number | null;
  durations: Array<{
    name: string;
    tokens: number;
    ends: boolean;
  }>;
  /** Null if what is not known decides. */
  standing: Array<number> | null;
};

/** The result of the question “Formation of a troop”. */
export type AttackWingSituationsAnswersFormation = {
  /** Null if it is not allowed or not known. */
  soldiers: number | null;
};

/** The result of the question “Maneuver and action”. */
export type AttackWingSituationsAnswersManeuver = {
  /** “reveal” until a maneuver is executed. */
  stage: "reveal" | "done";
  /** Missing if its bearing depends on a play level that is not known. */
  executed?: {
    bearing: "straight" | "bank" | "turn" | "turnabout" | "fall-back" | "pivot";
    /** Null if it is not known. */
    side: "left" | "right" | "none" | null;
    speed: number;
    /** Null if it is not known. */
    colour: "white" | "red" | "green" | null;
    forced?: boolean;
  };
  /** Null if it is not known. */
  fled?: boolean | null;
  /** Null if it is not known. */
  defeated?: boolean | null;
  hit_wall?: boolean;
  /** By an overrun check. Null if it is not known. */
  stopped?: boolean | null;
  /** Null if they are not known. */
  obstacle_dice?: number | null;
  /** Null if they are not known. */
  exhaustion?: number | null;
  /** Null if it is not known. */
  play_level?: "ground" | "air" | null;
  /** Null if it is not known. */
  swooping?: boolean | null;
  tokens?: Array<string>;
  /** Of a troop that has formed again. Null if they are not known. */
  pressed?: number | null;
  /** The options of the creature. */
  choices?: {
    /** Null if the dial is not known. */
    maneuvers: Array<{
      /** Null if it is not known. */
      dial: "ground" | "flight" | null;
      bearing: "straight" | "bank" | "turn" | "turnabout" | "fall-back" | "pivot";
      side: "left" | "right" | "none";
      speed: number;
      colour: "white" | "red" | "green";
      /** Null if it is not known. */
      allowed: boolean | null;
    }> | null;
    /** Null if they are not known. */
    altitudes: Array<string> | null;
    bearings?: Array<string>;
    actions?: Array<{
      action: "dodge" | "charge" | "concentrate" | "target" | "feint" | "pass" | "card" | "remove-disabled";
      /** Null if it is not known. */
      allowed: boolean | null;
      /** The code of the rule that forbids it. */
      rule: string | null;
    }>;
  };
};

/** The result of the question “Morale of a troop”. */
export type AttackWingSituationsAnswersMorale = {
  /** Null if the icon decides and is not known, or if nothing is rolled. */
  fled: number | null;
  readings: Array<{
    icon: "hit" | "critical" | "hit-or-critical";
    fled: number;
  }>;
};

/** The result of the question “Order of a round”. */
export type AttackWingSituationsAnswersOrder = {
  /** As far as levels are known. */
  tied_levels: Array<{
    level: number;
    sides: Array<number>;
  }>;
  initiative: number | null;
  /** Null if a level is unknown. */
  activation: Array<{
    level: number;
    creatures: Array<{
      side: number;
      /** A JSON Pointer into the situation. */
      at: string;
      name: string;
    }>;
    /** Whether the order is decided. */
    decided: boolean;
  }> | null;
  /** Null if a level is unknown. */
  combat: Array<{
    level: number;
    creatures: Array<{
      side: number;
      /** A JSON Pointer into the situation. */
      at: string;
      name: string;
    }>;
    /** Whether the order is decided. */
    decided: boolean;
  }> | null;
};

/** The result of the question “Setting up”. */
export type AttackWingSituationsAnswersSetUp = {
  /** As far as levels are known. */
  tied_levels: Array<{
    level: number;
    sides: Array<number>;
  }>;
  initiative: number | null;
  /** As far as levels are known. */
  may_hold: Array<number>;
  /** Several draw lots. Null if a level or a total is unknown. */
  decides: Array<number> | null;
  /** Null if a level is unknown. */
  placing: Array<{
    level: number;
    creatures: Array<{
      side: number;
      /** A JSON Pointer into the situation. */
      at: string;
      name: string;
    }>;
    /** Whether the order is decided. */
    decided: boolean;
  }> | null;
  /** Null if the sides are unknown. */
  area: {
    play_area: string;
    /** Null if their size is unknown. */
    start: string | null;
    /** Null if they are not square, or their size is unknown. */
    start_inches: number | null;
  } | null;
  armor_tokens: Array<{
    /** A JSON Pointer into the situation. */
    at: string;
    name: string;
    /** Null if its armor is unknown. */
    armor: number | null;
  }>;
  /** Null without obstacles. */
  obstacle_order: {
    each: number;
    /** Null if it is not decided. */
    first: number | null;
    /** Null if it is not decided. */
    order: Array<number> | null;
  } | null;
};

/** The result of the question “Using an upgrade”. */
export type AttackWingSituationsAnswersUpgrade = {
  /** Null if what happens with it is not known. */
  used: boolean | null;
  /** Null if they are not known. */
  duration_tokens: number | null;
  /** Null if it is not known. */
  disabled: boolean | null;
  /** Null if it is not known, or if a roll decides. Missing if it cannot be used. */
  discarded?: boolean | null;
  /** Null if it is not known. Missing if it cannot be used. */
  effect_lasts?: boolean | null;
  /** Only if it is a Leader whose soldiers fall. */
  dice?: number;
  /** Only if it is used. Null if they are not known. */
  headers?: Array<string> | null;
  /** Only if it is used. */
  permanent?: boolean;
  /** Only if it is used. Null if it is not known. */
  optional?: boolean | null;
};

/** The result of the question “Winner”. */
export type AttackWingSituationsAnswersWinner = {
  /** Null if nobody has won, or if it is not decided. */
  winner: number | null;
};

/** A line, a cone or a burst: one attack on each creature caught, with the dice and the damage of each. */
export type AttackWingSituationsAreaAttack = {
  adventure?: AttackWingSituationsCommonAdventure;
  attacker?: AttackWingSituationsAreaAttackCreature;
  /** The card by which a creature that has attacked in this round may attack once more. If omitted: none does. */
  attacks_again?: string;
  /** Soldiers of a troop without room in its formation after a charge. Needed if soldiers were pressed before. If omitted: none, unless soldiers were pressed before. */
  no_room?: number;
  /** If omitted: enough. */
  at_hand?: AttackWingSituationsAreaAttackAtHand;
  dice?: AttackWingSituationsAreaAttackDice;
  upgrade?: AttackWingSituationsAreaAttackUpgrade;
  /** Whether the attacker spends its Charge Token first. If omitted: it does not. */
  charge?: boolean;
  /** The attacked play level, as named by the attacker; both if the card names none. */
  level?: "ground" | "air" | "both";
  /** The position of the token of a burst: completely within range and arc, partly outside, or on a base. */
  burst_token?: "inside" | "outside" | "overlapping";
  /** In the order in which the attacker resolves them. */
  targets?: Array<AttackWingSituationsAreaAttackTarget>;
};

export type AttackWingSituationsAreaAttackAtHand = {
  /** If omitted: enough. */
  attack?: number;
  /** If omitted: enough. */
  defense?: number;
};

export type AttackWingSituationsAreaAttackAttackDieFaces = {
  sides?: number;
  hits?: number;
  criticals?: number;
  concentrates?: number;
};

export type AttackWingSituationsAreaAttackAttackReroll = {
  /** Its place, from 0 on. */
  die?: number;
  /** The card that allows it. If omitted: a Target Token that is spent. */
  because?: string;
  /** Whether its card says that a die can be re-rolled more than once. If omitted: it does not. */
  twice?: boolean;
  /** The side that re-rolls it. If omitted: the side whose dice they are. */
  side?: "attacker" | "defender";
  face?: "hit" | "critical" | "concentrate" | "blank";
};

export type AttackWingSituationsAreaAttackChange = {
  what?: "attack-dice" | "defense-dice" | "hits" | "criticals" | "dodges";
  by?: number;
  /** The card or agreement that says so. If omitted: the number of the change. */
  because?: string;
  /** The side with the card. Needed if the order decides; attack dice are changed by the defender first, defense dice by the attacker. */
  side?: "attacker" | "defender";
  /** Whether the change comes from a special rule of an adventure. If omitted: from a card. */
  adventure?: boolean;
  /** Whether its side resolves it before it re-rolls and spends tokens. Needed if that decides. */
  first?: boolean;
  /** The dice that lose a result, by their places from 0 on. Needed if a die that may have lost one is re-rolled afterwards. */
  turned?: Array<number>;
};

export type AttackWingSituationsAreaAttackCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The order in which creatures act. */
  level?: number;
  /** The number in the red field: attack dice of the primary weapons. */
  attack?: number;
  /** The number in the green field: defense dice. */
  agility?: number;
  health?: number;
  /** The number in the blue field: hits it can deflect. */
  armor?: number;
  energy?: Array<"fire" | "cold" | "acid" | "lightning" | "thunder" | "positive" | "negative" | "poison" | "disease">;
  weapons?: Array<AttackWingSituationsAreaAttackWeapon>;
  movement?: "flying" | "ground";
  base?: "small" | "large";
  /** The action icons of its card. */
  actions?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint">;
  /** If omitted: by the movement on its card. */
  play_level?: "ground" | "air";
  /** If omitted: no. */
  swooping?: boolean;
  /** The Action and Pivot Tokens next to it. If omitted: none. */
  tokens?: Array<"dodge" | "charge" | "concentrate" | "target" | "pivot">;
  /** If omitted: none. */
  exhaustion?: number;
  /** The damage cards next to it; for a troop, those of the soldier in front. If omitted: none. */
  damage?: number;
  /** If omitted: none. */
  shattered?: number;
  /** The number of soldiers that a troop has left. If omitted: it is no troop; if soldiers are pressed, the number is needed if it decides. */
  soldiers?: number;
  /** If omitted: none. */
  pressed?: number;
  /** Whether a troop has a Leader. If omitted: it has none. */
  leader?: boolean;
  /** In this round. If omitted: it has not. */
  attacked?: boolean;
  /** In this round. If omitted: it has not. */
  charged?: boolean;
  /** If omitted: none. */
  no_attack?: boolean;
  /** In this round. If omitted: no. */
  altitude_changed?: boolean;
  /** By a card, though it is a ground creature. If omitted: no. */
  can_fly?: boolean;
  /** The actions performed in this round, including free ones. If omitted: none. */
  actions_done?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint" | "card" | "remove-disabled">;
  /** Whether it has performed its one action of this round. Needed if actions were performed, which may all have been free ones. */
  action_spent?: boolean;
  /** In this round. If omitted: no. */
  met_obstacle?: boolean;
  /** Defeated, or fled from the battlefield. If omitted: no. */
  defeated?: boolean;
  /** Whether it fell before the last round. If omitted: in the last round; an End Phase asks if it decides. */
  fell_before?: boolean;
};

export type AttackWingSituationsAreaAttackDefenseDieFaces = {
  sides?: number;
  dodges?: number;
  concentrates?: number;
};

export type AttackWingSituationsAreaAttackDefenseReroll = {
  /** Its place, from 0 on. */
  die?: number;
  /** Whether its card says that a die can be re-rolled more than once. If omitted: it does not. */
  twice?: boolean;
  /** The side that re-rolls it. If omitted: the side whose dice they are. */
  side?: "attacker" | "defender";
  face?: "dodge" | "concentrate" | "blank";
  /** The card that allows it. If omitted: nothing, and no token allows it. */
  because?: string;
};

export type AttackWingSituationsAreaAttackDice = {
  attack?: AttackWingSituationsAreaAttackAttackDieFaces;
  defense?: AttackWingSituationsAreaAttackDefenseDieFaces;
};

export type AttackWingSituationsAreaAttackMeasurement = {
  /** Null if the target is out of range. For a burst, the range is measured from the Burst Token. If omitted: not measured yet. */
  range?: number | null;
  /** Whether the target is in the arc of the weapon or upgrade. If omitted: it is, unless a different arc is given. */
  in_arc?: boolean;
  /** The arc of the attacker that the target is in. If omitted: the arc of the weapon or upgrade, unless the target is given as outside it. */
  arc?: "forward" | "rear";
  /** Only for a burst, since its range is measured from its token: at range 4 from the attacker, the defender rolls one more die. If omitted: not at range 4. */
  from_attacker?: number | null;
};

export type AttackWingSituationsAreaAttackRolled = {
  /** If omitted: not rolled yet. */
  attack?: Array<"hit" | "critical" | "concentrate" | "blank">;
  /** In their order. If omitted: none. */
  reroll?: Array<AttackWingSituationsAreaAttackAttackReroll>;
  /** If omitted: not rolled yet. */
  defense?: Array<"dodge" | "concentrate" | "blank">;
  /** In their order. If omitted: none. */
  defense_reroll?: Array<AttackWingSituationsAreaAttackDefenseReroll>;
};

export type AttackWingSituationsAreaAttackSpentOnTarget = {
  /** If omitted: none. */
  attacker?: Array<"target" | "concentrate">;
  /** If omitted: none. */
  defender?: Array<"dodge" | "concentrate">;
};

export type AttackWingSituationsAreaAttackTarget = {
  /** The number of soldiers of a troop in the area of the attack, without pressed soldiers. Needed if it decides. */
  caught?: number;
  /** Whether it is on the attacker's own side, since area attacks can affect friends. If omitted: it is an enemy. */
  friend?: boolean;
  /** Whether it gives the attacker a die: pages 12 and 19 leave this open. Needed if it decides. */
  pivot_of_friend?: boolean;
  /** Whether a critical lies face up that is dealt to the last soldier of a troop, after its others fell to the same attack: pages 31 and 32 leave this open. Needed if it decides. */
  last_face_up?: boolean;
  /** Changes by card texts, as entered by the players; each side's changes in the order in which it resolves them. If omitted: none. */
  changes?: Array<AttackWingSituationsAreaAttackChange>;
  creature?: AttackWingSituationsAreaAttackCreature;
  /** If omitted: not measured yet. */
  measured?: AttackWingSituationsAreaAttackMeasurement;
  /** If omitted: not rolled yet. */
  rolled?: AttackWingSituationsAreaAttackRolled;
  /** If omitted: none. */
  spend?: AttackWingSituationsAreaAttackSpentOnTarget;
};

export type AttackWingSituationsAreaAttackUpgrade = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The number of dice of its attack, or primary for the weapon value. */
  dice?: number | "primary";
  /** If omitted: as on its card; for an upgrade without a card: ranged. */
  melee?: boolean;
  /** If omitted: the arc on its card, or the given arc of the target. */
  arc?: "forward" | "rear" | "all";
  /** As cards print it: 2-3, cone 2. */
  range?: string;
  /** If omitted: as on its card; for an upgrade without a card: none. */
  energy?: Array<"fire" | "cold" | "acid" | "lightning" | "thunder" | "positive" | "negative" | "poison" | "disease">;
  /** If omitted: as on its card; for an upgrade without a card: it does not. */
  penetrates?: boolean;
  /** Whether the defender has its energy type, if the types are not given. If omitted: the energy types of both decide. */
  resisted?: boolean;
  /** If omitted: by its range or its card; for an upgrade without a card: only in the question of an area attack. */
  area?: boolean;
  /** If omitted: as on its card; for an upgrade without a card: none. */
  costs?: Array<"dodge" | "charge" | "concentrate" | "target">;
  /** If omitted: none. */
  duration_tokens?: number;
  /** If omitted: it is not. */
  disabled?: boolean;
  /** If omitted: it is not. */
  discarded?: boolean;
  /** If omitted: as on its card; for an upgrade without a card: none. */
  places_tokens?: number;
  /** If omitted: as on its card; for an upgrade without a card: it is not. */
  disables_itself?: boolean;
  /** Whether it has a Continuous Effect. If omitted: as on its card; needed for an upgrade without a card. */
  continuous?: boolean;
  /** Whether it has a Permanent Duration Token, or gets one when it is used. If omitted: as on its card, or none. */
  permanent?: boolean;
};

export type AttackWingSituationsAreaAttackWeapon = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** If omitted: as for the attacker's weapon with this name. */
  melee?: boolean;
  /** If omitted: the arc of the attacker's weapon with this name, or the given arc of the target. */
  arc?: "forward" | "rear" | "all" | null;
  /** If omitted: the range of the attacker's weapon with this name. */
  range?: number | null;
};

/** Whether an attack can be made, the dice of each side and why, and its damage: of rolled dice, or the odds. */
export type AttackWingSituationsAttack = {
  /** The number of soldiers of a troop in the area of the attack, without pressed soldiers. Needed if it decides. */
  caught?: number;
  /** Whether it is on the attacker's own side, since area attacks can affect friends. If omitted: it is an enemy. */
  friend?: boolean;
  /** Whether it gives the attacker a die: pages 12 and 19 leave this open. Needed if it decides. */
  pivot_of_friend?: boolean;
  /** Whether a critical lies face up that is dealt to the last soldier of a troop, after its others fell to the same attack: pages 31 and 32 leave this open. Needed if it decides. */
  last_face_up?: boolean;
  /** If omitted: none. */
  spend?: AttackWingSituationsAttackSpent;
  /** Changes by card texts, as entered by the players; each side's changes in the order in which it resolves them. If omitted: none. */
  changes?: Array<AttackWingSituationsAttackChange>;
  adventure?: AttackWingSituationsCommonAdventure;
  /** The card by which a creature that has attacked in this round may attack once more. If omitted: none does. */
  attacks_again?: string;
  /** Soldiers of a troop without room in its formation after a charge. Needed if soldiers were pressed before. If omitted: none, unless soldiers were pressed before. */
  no_room?: number;
  /** If omitted: enough. */
  at_hand?: AttackWingSituationsAttackAtHand;
  dice?: AttackWingSituationsAttackDice;
  attacker?: AttackWingSituationsAttackCreature;
  defender?: AttackWingSituationsAttackCreature;
  /** If omitted: the first of the attacker's. */
  weapon?: AttackWingSituationsAttackWeapon;
  /** If omitted: not measured yet. */
  measured?: AttackWingSituationsAttackMeasurement;
  /** If omitted: not rolled yet. */
  rolled?: AttackWingSituationsAttackRolled;
  /** If omitted: a weapon attacks. */
  upgrade?: AttackWingSituationsAttackUpgrade;
  /** Between two creatures on the ground. If omitted: none. */
  interposing?: number;
  /** Each with its play level. If only their number is given, the level is needed if it decides. If omitted: none. */
  obstacles?: number | Array<AttackWingSituationsAttackObstacle>;
};

export type AttackWingSituationsAttackAtHand = {
  /** If omitted: enough. */
  attack?: number;
  /** If omitted: enough. */
  defense?: number;
};

export type AttackWingSituationsAttackAttackDieFaces = {
  sides?: number;
  hits?: number;
  criticals?: number;
  concentrates?: number;
};

export type AttackWingSituationsAttackAttackReroll = {
  /** Its place, from 0 on. */
  die?: number;
  /** The card that allows it. If omitted: a Target Token that is spent. */
  because?: string;
  /** Whether its card says that a die can be re-rolled more than once. If omitted: it does not. */
  twice?: boolean;
  /** The side that re-rolls it. If omitted: the side whose dice they are. */
  side?: "attacker" | "defender";
  face?: "hit" | "critical" | "concentrate" | "blank";
};

export type AttackWingSituationsAttackChange = {
  what?: "attack-dice" | "defense-dice" | "hits" | "criticals" | "dodges";
  by?: number;
  /** The card or agreement that says so. If omitted: the number of the change. */
  because?: string;
  /** The side with the card. Needed if the order decides; attack dice are changed by the defender first, defense dice by the attacker. */
  side?: "attacker" | "defender";
  /** Whether the change comes from a special rule of an adventure. If omitted: from a card. */
  adventure?: boolean;
  /** Whether its side resolves it before it re-rolls and spends tokens. Needed if that decides. */
  first?: boolean;
  /** The dice that lose a result, by their places from 0 on. Needed if a die that may have lost one is re-rolled afterwards. */
  turned?: Array<number>;
};

export type AttackWingSituationsAttackCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The order in which creatures act. */
  level?: number;
  /** The number in the red field: attack dice of the primary weapons. */
  attack?: number;
  /** The number in the green field: defense dice. */
  agility?: number;
  health?: number;
  /** The number in the blue field: hits it can deflect. */
  armor?: number;
  energy?: Array<"fire" | "cold" | "acid" | "lightning" | "thunder" | "positive" | "negative" | "poison" | "disease">;
  weapons?: Array<AttackWingSituationsAttackWeapon>;
  movement?: "flying" | "ground";
  base?: "small" | "large";
  /** The action icons of its card. */
  actions?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint">;
  /** If omitted: by the movement on its card. */
  play_level?: "ground" | "air";
  /** If omitted: no. */
  swooping?: boolean;
  /** The Action and Pivot Tokens next to it. If omitted: none. */
  tokens?: Array<"dodge" | "charge" | "concentrate" | "target" | "pivot">;
  /** If omitted: none. */
  exhaustion?: number;
  /** The damage cards next to it; for a troop, those of the soldier in front. If omitted: none. */
  damage?: number;
  /** If omitted: none. */
  shattered?: number;
  /** The number of soldiers that a troop has left. If omitted: it is no troop; if soldiers are pressed, the number is needed if it decides. */
  soldiers?: number;
  /** If omitted: none. */
  pressed?: number;
  /** Whether a troop has a Leader. If omitted: it has none. */
  leader?: boolean;
  /** In this round. If omitted: it has not. */
  attacked?: boolean;
  /** In this round. If omitted: it has not. */
  charged?: boolean;
  /** If omitted: none. */
  no_attack?: boolean;
  /** In this round. If omitted: no. */
  altitude_changed?: boolean;
  /** By a card, though it is a ground creature. If omitted: no. */
  can_fly?: boolean;
  /** The actions performed in this round, including free ones. If omitted: none. */
  actions_done?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint" | "card" | "remove-disabled">;
  /** Whether it has performed its one action of this round. Needed if actions were performed, which may all have been free ones. */
  action_spent?: boolean;
  /** In this round. If omitted: no. */
  met_obstacle?: boolean;
  /** Defeated, or fled from the battlefield. If omitted: no. */
  defeated?: boolean;
  /** Whether it fell before the last round. If omitted: in the last round; an End Phase asks if it decides. */
  fell_before?: boolean;
};

export type AttackWingSituationsAttackDefenseDieFaces = {
  sides?: number;
  dodges?: number;
  concentrates?: number;
};

export type AttackWingSituationsAttackDefenseReroll = {
  /** Its place, from 0 on. */
  die?: number;
  /** Whether its card says that a die can be re-rolled more than once. If omitted: it does not. */
  twice?: boolean;
  /** The side that re-rolls it. If omitted: the side whose dice they are. */
  side?: "attacker" | "defender";
  face?: "dodge" | "concentrate" | "blank";
  /** The card that allows it. If omitted: nothing, and no token allows it. */
  because?: string;
};

export type AttackWingSituationsAttackDice = {
  attack?: AttackWingSituationsAttackAttackDieFaces;
  defense?: AttackWingSituationsAttackDefenseDieFaces;
};

export type AttackWingSituationsAttackMeasurement = {
  /** Null if the target is out of range. For a burst, the range is measured from the Burst Token. If omitted: not measured yet. */
  range?: number | null;
  /** Whether the target is in the arc of the weapon or upgrade. If omitted: it is, unless a different arc is given. */
  in_arc?: boolean;
  /** The arc of the attacker that the target is in. If omitted: the arc of the weapon or upgrade, unless the target is given as outside it. */
  arc?: "forward" | "rear";
  /** Only for a burst, since its range is measured from its token: at range 4 from the attacker, the defender rolls one more die. If omitted: not at range 4. */
  from_attacker?: number | null;
};

export type AttackWingSituationsAttackObstacle = {
  affects?: "ground" | "air" | "both";
};

export type AttackWingSituationsAttackRolled = {
  /** If omitted: not rolled yet. */
  attack?: Array<"hit" | "critical" | "concentrate" | "blank">;
  /** In their order. If omitted: none. */
  reroll?: Array<AttackWingSituationsAttackAttackReroll>;
  /** If omitted: not rolled yet. */
  defense?: Array<"dodge" | "concentrate" | "blank">;
  /** In their order. If omitted: none. */
  defense_reroll?: Array<AttackWingSituationsAttackDefenseReroll>;
};

export type AttackWingSituationsAttackSpent = {
  /** If omitted: none. */
  attacker?: Array<"charge" | "target" | "concentrate">;
  /** If omitted: none. */
  defender?: Array<"dodge" | "concentrate">;
};

export type AttackWingSituationsAttackUpgrade = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The number of dice of its attack, or primary for the weapon value. */
  dice?: number | "primary";
  /** If omitted: as on its card; for an upgrade without a card: ranged. */
  melee?: boolean;
  /** If omitted: the arc on its card, or the given arc of the target. */
  arc?: "forward" | "rear" | "all";
  /** As cards print it: 2-3, cone 2. */
  range?: string;
  /** If omitted: as on its card; for an upgrade without a card: none. */
  energy?: Array<"fire" | "cold" | "acid" | "lightning" | "thunder" | "positive" | "negative" | "poison" | "disease">;
  /** If omitted: as on its card; for an upgrade without a card: it does not. */
  penetrates?: boolean;
  /** Whether the defender has its energy type, if the types are not given. If omitted: the energy types of both decide. */
  resisted?: boolean;
  /** If omitted: by its range or its card; for an upgrade without a card: only in the question of an area attack. */
  area?: boolean;
  /** If omitted: as on its card; for an upgrade without a card: none. */
  costs?: Array<"dodge" | "charge" | "concentrate" | "target">;
  /** If omitted: none. */
  duration_tokens?: number;
  /** If omitted: it is not. */
  disabled?: boolean;
  /** If omitted: it is not. */
  discarded?: boolean;
  /** If omitted: as on its card; for an upgrade without a card: none. */
  places_tokens?: number;
  /** If omitted: as on its card; for an upgrade without a card: it is not. */
  disables_itself?: boolean;
  /** Whether it has a Continuous Effect. If omitted: as on its card; needed for an upgrade without a card. */
  continuous?: boolean;
  /** Whether it has a Permanent Duration Token, or gets one when it is used. If omitted: as on its card, or none. */
  permanent?: boolean;
};

export type AttackWingSituationsAttackWeapon = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** If omitted: as for the attacker's weapon with this name. */
  melee?: boolean;
  /** If omitted: the arc of the attacker's weapon with this name, or the given arc of the target. */
  arc?: "forward" | "rear" | "all" | null;
  /** If omitted: the range of the attacker's weapon with this name. */
  range?: number | null;
};

/** What situations of Attack Wing have in common. */
export type AttackWingSituationsCommon = unknown;

/** The adventure that is played, by slug or as a whole document. Its special rules are cited, and are open until the players have settled them. If omitted: none is played. */
export type AttackWingSituationsCommonAdventure = {
  /** The slug of an adventure of the catalog. */
  slug?: CommonSlug;
  /** A custom adventure; it takes precedence over a slug. */
  document?: Adventure;
  /** Special rules that the players have applied or that do not matter now, by their places from 0 on. */
  settled?: Array<number>;
};

export type AttackWingSituationsCommonWeapon = {
  /** If omitted for the attacking weapon: the attacker's first weapon, or the one described here. */
  name?: string;
  /** If omitted: as for the attacker's weapon with this name. */
  melee?: boolean;
  /** If omitted: the arc of the attacker's weapon with this name, or the given arc of the target. */
  arc?: "forward" | "rear" | "all" | null;
  /** If omitted: the range of the attacker's weapon with this name. */
  range?: number | null;
};

/** What damage outside combat does to a creature. */
export type AttackWingSituationsDamage = {
  adventure?: AttackWingSituationsCommonAdventure;
  creature?: AttackWingSituationsDamageCreature;
  /** If omitted: none. */
  normal?: number;
  /** If omitted: none. */
  critical?: number;
  /** The obstacles that it moved through or onto, each with the face that its attack die shows. If omitted: none. */
  obstacles?: Array<AttackWingSituationsDamageObstacle>;
  /** If omitted: enough for this damage. */
  deck?: number;
  /** Needed if the deck runs out. */
  discards?: number;
};

/** A deck with a verifiable shuffle, or drawn by hand, and the face-up damage cards. */
export type AttackWingSituationsDamageDeck = {
  adventure?: AttackWingSituationsCommonAdventure;
  /** The set with the damage cards of the deck. If omitted: a deck of unknown cards, which is drawn by hand. */
  set?: CommonSlug;
  /** Your own name for this game. Muster generates a secret seed from it and shows the checksum of the seed; with reveal it shows the seed. If omitted: without a seed, the deck is shuffled and drawn by hand. */
  deal?: string;
  /** Given after the checksum was shown, so that nobody alone chooses the order. If omitted: none. */
  words?: Array<string>;
  /** Whether the seed and the whole order are shown. If omitted: no. */
  reveal?: boolean;
  /** What happened with damage cards so far, in order. If omitted: none. */
  events?: Array<AttackWingSituationsDamageDeckDeckEvent>;
  /** The seed, if you know it: your own, or one that was revealed. If omitted: generated from deal. */
  seed?: string;
  /** The checksum of the seed that was shown before, for comparison. If omitted: the seed is not compared. */
  checksum?: string;
};

export type AttackWingSituationsDamageDeckDeckEvent = {
  /** A defeated creature discards its cards; an End Phase takes Duration Tokens away. If omitted: damage is dealt. */
  does?: "damage" | "turn-down" | "discard" | "defeat" | "end-phase";
  /** Its name. */
  creature?: string;
  /** If omitted: none. */
  normal?: number;
  /** If omitted: none. */
  critical?: number;
  /** Then all of its cards lie face down. If omitted: no. */
  troop?: boolean;
  /** The card that is drawn face up by hand, turned down or discarded. If omitted: a card that lies face down is discarded; needed for a card that is turned down. */
  card?: CommonSlug;
  /** The cards that were drawn by hand face up, if there are several. */
  cards?: Array<CommonSlug>;
};

export type AttackWingSituationsDamageCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The order in which creatures act. */
  level?: number;
  /** The number in the red field: attack dice of the primary weapons. */
  attack?: number;
  /** The number in the green field: defense dice. */
  agility?: number;
  health?: number;
  /** The number in the blue field: hits it can deflect. */
  armor?: number;
  energy?: Array<"fire" | "cold" | "acid" | "lightning" | "thunder" | "positive" | "negative" | "poison" | "disease">;
  weapons?: Array<AttackWingSituationsDamageWeapon>;
  movement?: "flying" | "ground";
  base?: "small" | "large";
  /** The action icons of its card. */
  actions?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint">;
  /** If omitted: by the movement on its card. */
  play_level?: "ground" | "air";
  /** If omitted: no. */
  swooping?: boolean;
  /** The Action and Pivot Tokens next to it. If omitted: none. */
  tokens?: Array<"dodge" | "charge" | "concentrate" | "target" | "pivot">;
  /** If omitted: none. */
  exhaustion?: number;
  /** The damage cards next to it; for a troop, those of the soldier in front. If omitted: none. */
  damage?: number;
  /** If omitted: none. */
  shattered?: number;
  /** The number of soldiers that a troop has left. If omitted: it is no troop; if soldiers are pressed, the number is needed if it decides. */
  soldiers?: number;
  /** If omitted: none. */
  pressed?: number;
  /** Whether a troop has a Leader. If omitted: it has none. */
  leader?: boolean;
  /** In this round. If omitted: it has not. */
  attacked?: boolean;
  /** In this round. If omitted: it has not. */
  charged?: boolean;
  /** If omitted: none. */
  no_attack?: boolean;
  /** In this round. If omitted: no. */
  altitude_changed?: boolean;
  /** By a card, though it is a ground creature. If omitted: no. */
  can_fly?: boolean;
  /** The actions performed in this round, including free ones. If omitted: none. */
  actions_done?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint" | "card" | "remove-disabled">;
  /** Whether it has performed its one action of this round. Needed if actions were performed, which may all have been free ones. */
  action_spent?: boolean;
  /** In this round. If omitted: no. */
  met_obstacle?: boolean;
  /** Defeated, or fled from the battlefield. If omitted: no. */
  defeated?: boolean;
  /** Whether it fell before the last round. If omitted: in the last round; an End Phase asks if it decides. */
  fell_before?: boolean;
};

export type AttackWingSituationsDamageObstacle = {
  affects?: "ground" | "air" | "both";
  /** Needed. */
  rolled?: "hit" | "critical" | "concentrate" | "blank";
};

export type AttackWingSituationsDamageWeapon = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** If omitted: as for the attacker's weapon with this name. */
  melee?: boolean;
  /** If omitted: the arc of the attacker's weapon with this name, or the given arc of the target. */
  arc?: "forward" | "rear" | "all" | null;
  /** If omitted: the range of the attacker's weapon with this name. */
  range?: number | null;
};

/** Who settles what is too close to call. */
export type AttackWingSituationsDispute = {
  adventure?: AttackWingSituationsCommonAdventure;
  /** If omitted: not rolled yet. */
  rolled?: AttackWingSituationsDisputeDisputeDice;
  icons?: AttackWingSituationsDisputeIcons;
};

export type AttackWingSituationsDisputeDisputeDice = {
  /** If omitted: not rolled yet. */
  attack?: Array<"hit" | "critical" | "concentrate" | "blank">;
  /** If omitted: not rolled yet. */
  defense?: Array<"dodge" | "concentrate" | "blank">;
};

export type AttackWingSituationsDisputeIcons = {
  /** If omitted: the answer covers each possible meaning. */
  morale?: "hit" | "critical" | "hit-or-critical";
  /** If omitted: the answer covers each possible meaning. */
  dispute?: "concentrate" | "blank";
};

/** Which creatures and tokens are removed, and who has initiative next. */
export type AttackWingSituationsEndPhase = {
  /** The place of a side among the sides, from 0 on. */
  initiative?: number;
  /** If omitted: none. */
  adventure?: boolean | Record<string, unknown>;
  /** In the order of the seats, each to the left of the one before. */
  sides?: Array<AttackWingSituationsEndPhaseSide>;
  /** The place of a side among the sides, from 0 on. */
  tie_brought_by?: number;
  /** What happens during the End Phase, by name. If omitted: none. */
  effects?: Array<string>;
  /** Cards with Duration Tokens on them. If omitted: none. */
  durations?: Array<AttackWingSituationsEndPhaseLasting>;
  /** Whether a player wants each step done creature by creature. If omitted: no. */
  one_by_one?: boolean;
};

export type AttackWingSituationsEndPhaseCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The order in which creatures act. */
  level?: number;
  /** The number in the red field: attack dice of the primary weapons. */
  attack?: number;
  /** The number in the green field: defense dice. */
  agility?: number;
  health?: number;
  /** The number in the blue field: hits it can deflect. */
  armor?: number;
  energy?: Array<"fire" | "cold" | "acid" | "lightning" | "thunder" | "positive" | "negative" | "poison" | "disease">;
  weapons?: Array<AttackWingSituationsEndPhaseWeapon>;
  movement?: "flying" | "ground";
  base?: "small" | "large";
  /** The action icons of its card. */
  actions?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint">;
  /** If omitted: by the movement on its card. */
  play_level?: "ground" | "air";
  /** If omitted: no. */
  swooping?: boolean;
  /** The Action and Pivot Tokens next to it. If omitted: none. */
  tokens?: Array<"dodge" | "charge" | "concentrate" | "target" | "pivot">;
  /** If omitted: none. */
  exhaustion?: number;
  /** The damage cards next to it; for a troop, those of the soldier in front. If omitted: none. */
  damage?: number;
  /** If omitted: none. */
  shattered?: number;
  /** The number of soldiers that a troop has left. If omitted: it is no troop; if soldiers are pressed, the number is needed if it decides. */
  soldiers?: number;
  /** If omitted: none. */
  pressed?: number;
  /** Whether a troop has a Leader. If omitted: it has none. */
  leader?: boolean;
  /** In this round. If omitted: it has not. */
  attacked?: boolean;
  /** In this round. If omitted: it has not. */
  charged?: boolean;
  /** If omitted: none. */
  no_attack?: boolean;
  /** In this round. If omitted: no. */
  altitude_changed?: boolean;
  /** By a card, though it is a ground creature. If omitted: no. */
  can_fly?: boolean;
  /** The actions performed in this round, including free ones. If omitted: none. */
  actions_done?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint" | "card" | "remove-disabled">;
  /** Whether it has performed its one action of this round. Needed if actions were performed, which may all have been free ones. */
  action_spent?: boolean;
  /** In this round. If omitted: no. */
  met_obstacle?: boolean;
  /** Defeated, or fled from the battlefield. If omitted: no. */
  defeated?: boolean;
  /** Whether it fell before the last round. If omitted: in the last round; an End Phase asks if it decides. */
  fell_before?: boolean;
};

export type AttackWingSituationsEndPhaseLasting = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** A card without any has no effect. */
  tokens?: number;
  /** If omitted: no. */
  permanent?: boolean;
  /** Whether it is a burst with its token on the table, which strikes in each End Phase. If omitted: no. */
  burst?: boolean;
  /** Whether it has a Continuous Effect. If omitted: the answer assumes that it has one. */
  continuous?: boolean;
};

export type AttackWingSituationsEndPhasePick = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** If omitted: 1. */
  count?: number;
  /** The number of soldiers that a troop has left. If omitted: it is no troop. */
  soldiers?: number;
  /** If omitted: none. */
  upgrades?: Array<CommonSlug>;
};

export type AttackWingSituationsEndPhaseSide = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** Legion points of all its cards. */
  total?: number;
  creatures?: Array<AttackWingSituationsEndPhaseCreature>;
  /** The picks of its list. */
  picks?: Array<AttackWingSituationsEndPhasePick>;
};

export type AttackWingSituationsEndPhaseWeapon = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** If omitted: as for the attacker's weapon with this name. */
  melee?: boolean;
  /** If omitted: the arc of the attacker's weapon with this name, or the given arc of the target. */
  arc?: "forward" | "rear" | "all" | null;
  /** If omitted: the range of the attacker's weapon with this name. */
  range?: number | null;
};

/** Whether the formation of a troop is allowed. */
export type AttackWingSituationsFormation = {
  adventure?: AttackWingSituationsCommonAdventure;
  /** Places to the right of and behind the Point Soldier, in bases. */
  soldiers?: Array<Array<number>>;
};

/** A creature's options now, the effects of its maneuver, and its state afterwards. */
export type AttackWingSituationsManeuver = {
  adventure?: AttackWingSituationsCommonAdventure;
  creature?: AttackWingSituationsManeuverCreature;
  /** The card of its dials. If omitted: the maneuver card of its class, if the catalog has one. */
  maneuver_card?: CommonSlug;
  /** The maneuvers of its dials, if no card has them. If omitted: those of the card; without one, the revealed maneuver is assumed to be on its dial. */
  maneuvers?: Array<AttackWingSituationsManeuverDialLine>;
  /** If omitted: nothing has been revealed yet. */
  revealed?: AttackWingSituationsManeuverRevealed;
  /** If omitted: it keeps its altitude. */
  altitude?: "keep" | "swoop" | "stop-swooping" | "land" | "take-off";
  /** If omitted: none yet. */
  action?: "dodge" | "charge" | "concentrate" | "target" | "feint" | "pass" | "card" | "remove-disabled";
  /** Whether a card makes it a free action. One can be performed without a maneuver. If omitted: no. */
  free?: boolean;
  /** Whether the action is from another card than the actions of cards already performed in this round. Needed if there was one. */
  another_card?: boolean;
  /** The range of the enemy that the target action names; null if it is out of range. If omitted: not measured yet. */
  enemy_range?: number | null;
  /** If omitted: no. */
  feint_blocked?: boolean;
  /** Soldiers of a troop without room in its formation after the maneuver. Needed if soldiers were pressed before. If omitted: none, unless soldiers were pressed before. */
  no_room?: number;
  /** If omitted: no. */
  leaves?: boolean;
  /** The edge at which it would leave. Needed if an adventure has walls at some edges. */
  edge?: "north" | "east" | "south" | "west";
  /** Whether it leaves by a way out that the adventure allows. If omitted: no. */
  adventure_keeps_fled?: boolean;
  /** The creature whose base it would end on. If omitted: none. */
  overlap?: "none" | "ground" | "air";
  /** Opposing ground creatures that it moves through, in their order. If omitted: none. */
  blockers?: Array<AttackWingSituationsManeuverBlocker>;
  /** The obstacles that the template or the base meets. If omitted: none. */
  obstacles?: Array<AttackWingSituationsManeuverMetObstacle>;
};

export type AttackWingSituationsManeuverBlocker = {
  base?: "small" | "large" | null;
  /** If omitted: not rolled yet. */
  rolled?: AttackWingSituationsManeuverOverrunRoll;
};

export type AttackWingSituationsManeuverCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The order in which creatures act. */
  level?: number;
  /** The number in the red field: attack dice of the primary weapons. */
  attack?: number;
  /** The number in the green field: defense dice. */
  agility?: number;
  health?: number;
  /** The number in the blue field: hits it can deflect. */
  armor?: number;
  energy?: Array<"fire" | "cold" | "acid" | "lightning" | "thunder" | "positive" | "negative" | "poison" | "disease">;
  weapons?: Array<AttackWingSituationsManeuverWeapon>;
  movement?: "flying" | "ground";
  base?: "small" | "large";
  /** The action icons of its card. */
  actions?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint">;
  /** If omitted: by the movement on its card. */
  play_level?: "ground" | "air";
  /** If omitted: no. */
  swooping?: boolean;
  /** The Action and Pivot Tokens next to it. If omitted: none. */
  tokens?: Array<"dodge" | "charge" | "concentrate" | "target" | "pivot">;
  /** If omitted: none. */
  exhaustion?: number;
  /** The damage cards next to it; for a troop, those of the soldier in front. If omitted: none. */
  damage?: number;
  /** If omitted: none. */
  shattered?: number;
  /** The number of soldiers that a troop has left. If omitted: it is no troop; if soldiers are pressed, the number is needed if it decides. */
  soldiers?: number;
  /** If omitted: none. */
  pressed?: number;
  /** Whether a troop has a Leader. If omitted: it has none. */
  leader?: boolean;
  /** In this round. If omitted: it has not. */
  attacked?: boolean;
  /** In this round. If omitted: it has not. */
  charged?: boolean;
  /** If omitted: none. */
  no_attack?: boolean;
  /** In this round. If omitted: no. */
  altitude_changed?: boolean;
  /** By a card, though it is a ground creature. If omitted: no. */
  can_fly?: boolean;
  /** The actions performed in this round, including free ones. If omitted: none. */
  actions_done?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint" | "card" | "remove-disabled">;
  /** Whether it has performed its one action of this round. Needed if actions were performed, which may all have been free ones. */
  action_spent?: boolean;
  /** In this round. If omitted: no. */
  met_obstacle?: boolean;
  /** Defeated, or fled from the battlefield. If omitted: no. */
  defeated?: boolean;
  /** Whether it fell before the last round. If omitted: in the last round; an End Phase asks if it decides. */
  fell_before?: boolean;
};

export type AttackWingSituationsManeuverDialLine = {
  bearing?: "straight" | "bank" | "turn" | "turnabout" | "fall-back" | "pivot";
  /** If omitted: none; needed for a bank or turn. */
  side?: "left" | "right" | "none";
  /** If omitted: 0 for a pivot; needed for all others. */
  speed?: number;
  /** If omitted: not known. */
  dial?: "ground" | "flight" | null;
  colour?: "white" | "red" | "green";
};

export type AttackWingSituationsManeuverMetObstacle = {
  affects?: "ground" | "air" | "both";
  /** Whether it is met before the first of the creatures in the way. If omitted: it is behind that creature, so a creature that is stopped there does not meet it. */
  before_creatures?: boolean;
};

export type AttackWingSituationsManeuverOverrunRoll = {
  /** If omitted: not rolled yet. */
  mover?: Array<"hit" | "critical" | "concentrate" | "blank">;
  /** If omitted: not rolled yet. */
  stander?: Array<"hit" | "critical" | "concentrate" | "blank">;
};

export type AttackWingSituationsManeuverRevealed = {
  bearing?: "straight" | "bank" | "turn" | "turnabout" | "fall-back" | "pivot";
  /** If omitted: none; needed for a bank or turn. */
  side?: "left" | "right" | "none";
  /** If omitted: 0 for a pivot; needed for all others. */
  speed?: number;
  /** If omitted: as on its dial; needed if no dial is known. */
  colour?: "white" | "red" | "green";
  /** If omitted: no. */
  forced?: boolean;
};

export type AttackWingSituationsManeuverWeapon = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** If omitted: as for the attacker's weapon with this name. */
  melee?: boolean;
  /** If omitted: the arc of the attacker's weapon with this name, or the given arc of the target. */
  arc?: "forward" | "rear" | "all" | null;
  /** If omitted: the range of the attacker's weapon with this name. */
  range?: number | null;
};

/** How many soldiers flee when the Point Soldier falls. */
export type AttackWingSituationsMorale = {
  adventure?: AttackWingSituationsCommonAdventure;
  soldiers?: number;
  /** Of the soldiers that are left. If omitted: none. */
  pressed?: number;
  /** If omitted: no. */
  leader?: boolean;
  /** If omitted: not rolled yet. */
  rolled?: Array<"hit" | "critical" | "concentrate" | "blank">;
  icons?: AttackWingSituationsMoraleIcons;
  dice?: AttackWingSituationsMoraleDice;
};

export type AttackWingSituationsMoraleAttackDieFaces = {
  sides?: number;
  hits?: number;
  criticals?: number;
  concentrates?: number;
};

export type AttackWingSituationsMoraleDefenseDieFaces = {
  sides?: number;
  dodges?: number;
  concentrates?: number;
};

export type AttackWingSituationsMoraleDice = {
  attack?: AttackWingSituationsMoraleAttackDieFaces;
  defense?: AttackWingSituationsMoraleDefenseDieFaces;
};

export type AttackWingSituationsMoraleIcons = {
  /** If omitted: the answer covers each possible meaning. */
  morale?: "hit" | "critical" | "hit-or-critical";
  /** If omitted: the answer covers each possible meaning. */
  dispute?: "concentrate" | "blank";
};

/** The odds of the question “Area attack”, while dice are open. */
export type AttackWingSituationsOddsAreaAttack = {
  /** Null for one without open dice. */
  targets: Array<{
    /** An average. */
    mean: {
      /** The number as a fraction, such as 7/20. */
      exact: string;
      /** The number, rounded. */
      value: number;
    };
    /** Null if the health is unknown. */
    lethal: {
      /** The number as a fraction, such as 7/20. */
      exact: string;
      /** The number, rounded. */
      value: number;
    } | null;
    /** A chance. */
    critical: {
      /** The number as a fraction, such as 7/20. */
      exact: string;
      /** The number, rounded. */
      value: number;
    };
    damage: Array<{
      exact: string;
      value: number;
      damage: number;
      /** A chance. */
      at_least: {
        /** The number as a fraction, such as 7/20. */
        exact: string;
        /** The number, rounded. */
        value: number;
      };
    }>;
    tokens: Array<{
      side: "attacker" | "defender";
      token: string;
      /** An average. */
      mean: {
        /** The number as a fraction, such as 7/20. */
        exact: string;
        /** The number, rounded. */
        value: number;
      };
      /** A difference of averages. */
      change: {
        /** The number as a fraction, such as 7/20. */
        exact: string;
        /** The number, rounded. */
        value: number;
      };
      /** Null if the health is unknown. */
      lethal: {
        /** The number as a fraction, such as 7/20. */
        exact: string;
        /** The number, rounded. */
        value: number;
      } | null;
    }>;
  } | null>;
};

/** The odds of the question “Making an attack”, while dice are open. */
export type AttackWingSituationsOddsAttack = {
  /** An average. */
  mean: {
    /** The number as a fraction, such as 7/20. */
    exact: string;
    /** The number, rounded. */
    value: number;
  };
  /** Null if the health is unknown. */
  lethal: {
    /** The number as a fraction, such as 7/20. */
    exact: string;
    /** The number, rounded. */
    value: number;
  } | null;
  /** A chance. */
  critical: {
    /** The number as a fraction, such as 7/20. */
    exact: string;
    /** The number, rounded. */
    value: number;
  };
  damage: Array<{
    exact: string;
    value: number;
    damage: number;
    /** A chance. */
    at_least: {
      /** The number as a fraction, such as 7/20. */
      exact: string;
      /** The number, rounded. */
      value: number;
    };
  }>;
  tokens: Array<{
    side: "attacker" | "defender";
    token: string;
    /** An average. */
    mean: {
      /** The number as a fraction, such as 7/20. */
      exact: string;
      /** The number, rounded. */
      value: number;
    };
    /** A difference of averages. */
    change: {
      /** The number as a fraction, such as 7/20. */
      exact: string;
      /** The number, rounded. */
      value: number;
    };
    /** Null if the health is unknown. */
    lethal: {
      /** The number as a fraction, such as 7/20. */
      exact: string;
      /** The number, rounded. */
      value: number;
    } | null;
  }>;
};

/** The odds of the question “Maneuver and action”, while dice are open. */
export type AttackWingSituationsOddsManeuver = {
  /** The dice of an overrun check. */
  overrun: {
    /** Of the moving creature first. */
    dice: Array<number>;
  };
};

/** The odds of the question “Morale of a troop”, while dice are open. */
export type AttackWingSituationsOddsMorale = {
  fled: Array<{
    icon: "hit" | "critical" | "hit-or-critical";
    chances: Array<{
      exact: string;
      value: number;
      fled: number;
    }>;
  }>;
};

/** The odds of the question “Using an upgrade”, while dice are open. */
export type AttackWingSituationsOddsUpgrade = {
  /** A chance. */
  discarded: {
    /** The number as a fraction, such as 7/20. */
    exact: string;
    /** The number, rounded. */
    value: number;
  };
};

/** In which order creatures activate and attack. */
export type AttackWingSituationsOrder = {
  /** In the order of the seats, each to the left of the one before. */
  sides?: Array<AttackWingSituationsOrderSide>;
  /** The place of a side among the sides, from 0 on. */
  initiative?: number;
  adventure?: AttackWingSituationsCommonAdventure;
};

export type AttackWingSituationsOrderCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The order in which creatures act. */
  level?: number;
  /** The number in the red field: attack dice of the primary weapons. */
  attack?: number;
  /** The number in the green field: defense dice. */
  agility?: number;
  health?: number;
  /** The number in the blue field: hits it can deflect. */
  armor?: number;
  energy?: Array<"fire" | "cold" | "acid" | "lightning" | "thunder" | "positive" | "negative" | "poison" | "disease">;
  weapons?: Array<AttackWingSituationsOrderWeapon>;
  movement?: "flying" | "ground";
  base?: "small" | "large";
  /** The action icons of its card. */
  actions?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint">;
  /** If omitted: by the movement on its card. */
  play_level?: "ground" | "air";
  /** If omitted: no. */
  swooping?: boolean;
  /** The Action and Pivot Tokens next to it. If omitted: none. */
  tokens?: Array<"dodge" | "charge" | "concentrate" | "target" | "pivot">;
  /** If omitted: none. */
  exhaustion?: number;
  /** The damage cards next to it; for a troop, those of the soldier in front. If omitted: none. */
  damage?: number;
  /** If omitted: none. */
  shattered?: number;
  /** The number of soldiers that a troop has left. If omitted: it is no troop; if soldiers are pressed, the number is needed if it decides. */
  soldiers?: number;
  /** If omitted: none. */
  pressed?: number;
  /** Whether a troop has a Leader. If omitted: it has none. */
  leader?: boolean;
  /** In this round. If omitted: it has not. */
  attacked?: boolean;
  /** In this round. If omitted: it has not. */
  charged?: boolean;
  /** If omitted: none. */
  no_attack?: boolean;
  /** In this round. If omitted: no. */
  altitude_changed?: boolean;
  /** By a card, though it is a ground creature. If omitted: no. */
  can_fly?: boolean;
  /** The actions performed in this round, including free ones. If omitted: none. */
  actions_done?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint" | "card" | "remove-disabled">;
  /** Whether it has performed its one action of this round. Needed if actions were performed, which may all have been free ones. */
  action_spent?: boolean;
  /** In this round. If omitted: no. */
  met_obstacle?: boolean;
  /** Defeated, or fled from the battlefield. If omitted: no. */
  defeated?: boolean;
  /** Whether it fell before the last round. If omitted: in the last round; an End Phase asks if it decides. */
  fell_before?: boolean;
};

export type AttackWingSituationsOrderPick = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** If omitted: 1. */
  count?: number;
  /** The number of soldiers that a troop has left. If omitted: it is no troop. */
  soldiers?: number;
  /** If omitted: none. */
  upgrades?: Array<CommonSlug>;
};

export type AttackWingSituationsOrderSide = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** Legion points of all its cards. */
  total?: number;
  creatures?: Array<AttackWingSituationsOrderCreature>;
  /** The picks of its list. */
  picks?: Array<AttackWingSituationsOrderPick>;
};

export type AttackWingSituationsOrderWeapon = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** If omitted: as for the attacker's weapon with this name. */
  melee?: boolean;
  /** If omitted: the arc of the attacker's weapon with this name, or the given arc of the target. */
  arc?: "forward" | "rear" | "all" | null;
  /** If omitted: the range of the attacker's weapon with this name. */
  range?: number | null;
};

/** Which levels are shared, who decides about initiative, and where and in which order creatures are placed. */
export type AttackWingSituationsSetUp = {
  /** In the order of the seats, each to the left of the one before. */
  sides?: Array<AttackWingSituationsSetUpSide>;
  adventure?: AttackWingSituationsCommonAdventure;
  /** The side that holds the token, by its place from 0 on. If omitted: not decided yet. */
  initiative?: number;
  /** The limit of the lists. It decides about the starting areas of three sides. */
  points?: number;
  /** The side in inches of the starting areas that players agreed on. Needed for more than three sides. */
  start_inches?: number;
  /** Whether lists were built. If omitted: yes. */
  legion_building?: boolean;
  /** The number of obstacles placed in all. If omitted: none. */
  obstacles?: number;
};

export type AttackWingSituationsSetUpCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The order in which creatures act. */
  level?: number;
  /** The number in the red field: attack dice of the primary weapons. */
  attack?: number;
  /** The number in the green field: defense dice. */
  agility?: number;
  health?: number;
  /** The number in the blue field: hits it can deflect. */
  armor?: number;
  energy?: Array<"fire" | "cold" | "acid" | "lightning" | "thunder" | "positive" | "negative" | "poison" | "disease">;
  weapons?: Array<AttackWingSituationsSetUpWeapon>;
  movement?: "flying" | "ground";
  base?: "small" | "large";
  /** The action icons of its card. */
  actions?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint">;
  /** If omitted: by the movement on its card. */
  play_level?: "ground" | "air";
  /** If omitted: no. */
  swooping?: boolean;
  /** The Action and Pivot Tokens next to it. If omitted: none. */
  tokens?: Array<"dodge" | "charge" | "concentrate" | "target" | "pivot">;
  /** If omitted: none. */
  exhaustion?: number;
  /** The damage cards next to it; for a troop, those of the soldier in front. If omitted: none. */
  damage?: number;
  /** If omitted: none. */
  shattered?: number;
  /** The number of soldiers that a troop has left. If omitted: it is no troop; if soldiers are pressed, the number is needed if it decides. */
  soldiers?: number;
  /** If omitted: none. */
  pressed?: number;
  /** Whether a troop has a Leader. If omitted: it has none. */
  leader?: boolean;
  /** In this round. If omitted: it has not. */
  attacked?: boolean;
  /** In this round. If omitted: it has not. */
  charged?: boolean;
  /** If omitted: none. */
  no_attack?: boolean;
  /** In this round. If omitted: no. */
  altitude_changed?: boolean;
  /** By a card, though it is a ground creature. If omitted: no. */
  can_fly?: boolean;
  /** The actions performed in this round, including free ones. If omitted: none. */
  actions_done?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint" | "card" | "remove-disabled">;
  /** Whether it has performed its one action of this round. Needed if actions were performed, which may all have been free ones. */
  action_spent?: boolean;
  /** In this round. If omitted: no. */
  met_obstacle?: boolean;
  /** Defeated, or fled from the battlefield. If omitted: no. */
  defeated?: boolean;
  /** Whether it fell before the last round. If omitted: in the last round; an End Phase asks if it decides. */
  fell_before?: boolean;
};

export type AttackWingSituationsSetUpPick = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** If omitted: 1. */
  count?: number;
  /** The number of soldiers that a troop has left. If omitted: it is no troop. */
  soldiers?: number;
  /** If omitted: none. */
  upgrades?: Array<CommonSlug>;
};

export type AttackWingSituationsSetUpSide = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** Legion points of all its cards. */
  total?: number;
  creatures?: Array<AttackWingSituationsSetUpCreature>;
  /** The picks of its list. */
  picks?: Array<AttackWingSituationsSetUpPick>;
};

export type AttackWingSituationsSetUpWeapon = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** If omitted: as for the attacker's weapon with this name. */
  melee?: boolean;
  /** If omitted: the arc of the attacker's weapon with this name, or the given arc of the target. */
  arc?: "forward" | "rear" | "all" | null;
  /** If omitted: the range of the attacker's weapon with this name. */
  range?: number | null;
};

/** Whether an upgrade can be used, its state afterwards, when its effect ends, and if a Leader is discarded. */
export type AttackWingSituationsUpgrade = {
  adventure?: AttackWingSituationsCommonAdventure;
  upgrade?: AttackWingSituationsUpgradeUpgrade;
  does?: "use" | "disable" | "enable" | "discard" | "defeat" | "lose-token" | "dispel" | "soldier-falls";
  recipient?: AttackWingSituationsUpgradeCreature;
  /** The number of soldiers of a Leader's troop that fell. If omitted: one. */
  fallen?: number;
  /** In the Morale Check before this. If omitted: none. */
  fled?: number;
  /** Whether dice are rolled for them as well; the rulebook leaves this open. */
  fled_count?: boolean;
  /** The faces by which the Leader is discarded, as its card says. */
  discarded_by?: "hit" | "critical" | "hit-or-critical";
  /** If omitted: not rolled yet. */
  rolled?: Array<"hit" | "critical" | "concentrate" | "blank">;
  dice?: AttackWingSituationsUpgradeDice;
};

export type AttackWingSituationsUpgradeAttackDieFaces = {
  sides?: number;
  hits?: number;
  criticals?: number;
  concentrates?: number;
};

export type AttackWingSituationsUpgradeCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The order in which creatures act. */
  level?: number;
  /** The number in the red field: attack dice of the primary weapons. */
  attack?: number;
  /** The number in the green field: defense dice. */
  agility?: number;
  health?: number;
  /** The number in the blue field: hits it can deflect. */
  armor?: number;
  energy?: Array<"fire" | "cold" | "acid" | "lightning" | "thunder" | "positive" | "negative" | "poison" | "disease">;
  weapons?: Array<AttackWingSituationsUpgradeWeapon>;
  movement?: "flying" | "ground";
  base?: "small" | "large";
  /** The action icons of its card. */
  actions?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint">;
  /** If omitted: by the movement on its card. */
  play_level?: "ground" | "air";
  /** If omitted: no. */
  swooping?: boolean;
  /** The Action and Pivot Tokens next to it. If omitted: none. */
  tokens?: Array<"dodge" | "charge" | "concentrate" | "target" | "pivot">;
  /** If omitted: none. */
  exhaustion?: number;
  /** The damage cards next to it; for a troop, those of the soldier in front. If omitted: none. */
  damage?: number;
  /** If omitted: none. */
  shattered?: number;
  /** The number of soldiers that a troop has left. If omitted: it is no troop; if soldiers are pressed, the number is needed if it decides. */
  soldiers?: number;
  /** If omitted: none. */
  pressed?: number;
  /** Whether a troop has a Leader. If omitted: it has none. */
  leader?: boolean;
  /** In this round. If omitted: it has not. */
  attacked?: boolean;
  /** In this round. If omitted: it has not. */
  charged?: boolean;
  /** If omitted: none. */
  no_attack?: boolean;
  /** In this round. If omitted: no. */
  altitude_changed?: boolean;
  /** By a card, though it is a ground creature. If omitted: no. */
  can_fly?: boolean;
  /** The actions performed in this round, including free ones. If omitted: none. */
  actions_done?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint" | "card" | "remove-disabled">;
  /** Whether it has performed its one action of this round. Needed if actions were performed, which may all have been free ones. */
  action_spent?: boolean;
  /** In this round. If omitted: no. */
  met_obstacle?: boolean;
  /** Defeated, or fled from the battlefield. If omitted: no. */
  defeated?: boolean;
  /** Whether it fell before the last round. If omitted: in the last round; an End Phase asks if it decides. */
  fell_before?: boolean;
};

export type AttackWingSituationsUpgradeDefenseDieFaces = {
  sides?: number;
  dodges?: number;
  concentrates?: number;
};

export type AttackWingSituationsUpgradeDice = {
  attack?: AttackWingSituationsUpgradeAttackDieFaces;
  defense?: AttackWingSituationsUpgradeDefenseDieFaces;
};

export type AttackWingSituationsUpgradeUpgrade = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The number of dice of its attack, or primary for the weapon value. */
  dice?: number | "primary";
  /** If omitted: as on its card; for an upgrade without a card: ranged. */
  melee?: boolean;
  /** If omitted: the arc on its card, or the given arc of the target. */
  arc?: "forward" | "rear" | "all";
  /** As cards print it: 2-3, cone 2. */
  range?: string;
  /** If omitted: as on its card; for an upgrade without a card: none. */
  energy?: Array<"fire" | "cold" | "acid" | "lightning" | "thunder" | "positive" | "negative" | "poison" | "disease">;
  /** If omitted: as on its card; for an upgrade without a card: it does not. */
  penetrates?: boolean;
  /** Whether the defender has its energy type, if the types are not given. If omitted: the energy types of both decide. */
  resisted?: boolean;
  /** If omitted: by its range or its card; for an upgrade without a card: only in the question of an area attack. */
  area?: boolean;
  /** If omitted: as on its card; for an upgrade without a card: none. */
  costs?: Array<"dodge" | "charge" | "concentrate" | "target">;
  /** If omitted: none. */
  duration_tokens?: number;
  /** If omitted: it is not. */
  disabled?: boolean;
  /** If omitted: it is not. */
  discarded?: boolean;
  /** If omitted: as on its card; for an upgrade without a card: none. */
  places_tokens?: number;
  /** If omitted: as on its card; for an upgrade without a card: it is not. */
  disables_itself?: boolean;
  /** Whether it has a Continuous Effect. If omitted: as on its card; needed for an upgrade without a card. */
  continuous?: boolean;
  /** Whether it has a Permanent Duration Token, or gets one when it is used. If omitted: as on its card, or none. */
  permanent?: boolean;
};

export type AttackWingSituationsUpgradeWeapon = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** If omitted: as for the attacker's weapon with this name. */
  melee?: boolean;
  /** If omitted: the arc of the attacker's weapon with this name, or the given arc of the target. */
  arc?: "forward" | "rear" | "all" | null;
  /** If omitted: the range of the attacker's weapon with this name. */
  range?: number | null;
};

/** Whether somebody has won, and by which rule. */
export type AttackWingSituationsWinner = {
  /** The place of a side among the sides, from 0 on. */
  initiative?: number;
  /** If omitted: none. */
  adventure?: boolean | Record<string, unknown>;
  /** In the order of the seats, each to the left of the one before. */
  sides?: Array<AttackWingSituationsWinnerSide>;
};

export type AttackWingSituationsWinnerCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The order in which creatures act. */
  level?: number;
  /** The number in the red field: attack dice of the primary weapons. */
  attack?: number;
  /** The number in the green field: defense dice. */
  agility?: number;
  health?: number;
  /** The number in the blue field: hits it can deflect. */
  armor?: number;
  energy?: Array<"fire" | "cold" | "acid" | "lightning" | "thunder" | "positive" | "negative" | "poison" | "disease">;
  weapons?: Array<AttackWingSituationsWinnerWeapon>;
  movement?: "flying" | "ground";
  base?: "small" | "large";
  /** The action icons of its card. */
  actions?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint">;
  /** If omitted: by the movement on its card. */
  play_level?: "ground" | "air";
  /** If omitted: no. */
  swooping?: boolean;
  /** The Action and Pivot Tokens next to it. If omitted: none. */
  tokens?: Array<"dodge" | "charge" | "concentrate" | "target" | "pivot">;
  /** If omitted: none. */
  exhaustion?: number;
  /** The damage cards next to it; for a troop, those of the soldier in front. If omitted: none. */
  damage?: number;
  /** If omitted: none. */
  shattered?: number;
  /** The number of soldiers that a troop has left. If omitted: it is no troop; if soldiers are pressed, the number is needed if it decides. */
  soldiers?: number;
  /** If omitted: none. */
  pressed?: number;
  /** Whether a troop has a Leader. If omitted: it has none. */
  leader?: boolean;
  /** In this round. If omitted: it has not. */
  attacked?: boolean;
  /** In this round. If omitted: it has not. */
  charged?: boolean;
  /** If omitted: none. */
  no_attack?: boolean;
  /** In this round. If omitted: no. */
  altitude_changed?: boolean;
  /** By a card, though it is a ground creature. If omitted: no. */
  can_fly?: boolean;
  /** The actions performed in this round, including free ones. If omitted: none. */
  actions_done?: Array<"dodge" | "charge" | "concentrate" | "target" | "feint" | "card" | "remove-disabled">;
  /** Whether it has performed its one action of this round. Needed if actions were performed, which may all have been free ones. */
  action_spent?: boolean;
  /** In this round. If omitted: no. */
  met_obstacle?: boolean;
  /** Defeated, or fled from the battlefield. If omitted: no. */
  defeated?: boolean;
  /** Whether it fell before the last round. If omitted: in the last round; an End Phase asks if it decides. */
  fell_before?: boolean;
};

export type AttackWingSituationsWinnerPick = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** If omitted: 1. */
  count?: number;
  /** The number of soldiers that a troop has left. If omitted: it is no troop. */
  soldiers?: number;
  /** If omitted: none. */
  upgrades?: Array<CommonSlug>;
};

export type AttackWingSituationsWinnerSide = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** Legion points of all its cards. */
  total?: number;
  creatures?: Array<AttackWingSituationsWinnerCreature>;
  /** The picks of its list. */
  picks?: Array<AttackWingSituationsWinnerPick>;
};

export type AttackWingSituationsWinnerWeapon = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** If omitted: as for the attacker's weapon with this name. */
  melee?: boolean;
  /** If omitted: the arc of the attacker's weapon with this name, or the given arc of the target. */
  arc?: "forward" | "rear" | "all" | null;
  /** If omitted: the range of the attacker's weapon with this name. */
  range?: number | null;
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

/** The events of a campaign as entries; entries are only added. Everything else is derived from them: experience, artifacts, standings, the winner. */
export type Campaign = {
  game: CommonSlug;
  name?: string;
  /** The release of the catalog with the adventures that it is judged by. If omitted: the newest. */
  release?: number;
  settles?: CampaignSettles;
  /** Adventures that are not in the catalog. They take precedence over the catalog's adventures with the same slug. */
  adventures?: Array<Adventure>;
  /** The events in order: at most 1,000 entries. */
  entries: Array<CampaignEntry>;
  notes?: string;
  /** Kept for other programs, never read. */
  ext?: Record<string, unknown>;
};

/** The evaluation of a campaign's record: whether it is valid, what each player has earned and used, and who leads or has won. Every number names the entries it comes from. */
export type CampaignVerdict = {
  /** Illegal if there is an error, undetermined if it depends on missing facts of a report or on open questions. */
  verdict: "legal" | "illegal" | "undetermined";
  game: CommonSlug;
  release: number;
  /** SHA-256 of the record: its entries in their order. */
  digest: string;
  /** Errors in the record. Only the first hundred of each code; `more` counts the others. */
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
  /** Notes about the record that are not errors and do not change the verdict. The code ends with reward-had-before if a session gives a player a reward earned in the same adventure before, and with draw-not-replayed if players continue after a draw that must be played again first. Only the first hundred of each code; `more` counts the others. */
  remarks: Array<{
    code: string;
    at: CampaignVerdictPlaces;
    entries: CampaignVerdictEntries;
    more?: CampaignVerdictNotNamed;
    message: string;
    facts: Record<string, unknown>;
    cite: CampaignVerdictCite;
  }>;
  /** Only if there are more findings or remarks than listed: the number of further ones, by code. */
  more?: Array<{
    code: string;
    number: number;
  }>;
  /** Deciding questions that a rulebook or an adventure leaves open, with their readings. The record can settle them. */
  open: Array<{
    question: CommonSlug;
    /** Null if the rulebook leaves it open, not an adventure. */
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
  /** Missing facts of the record that would decide, by place. */
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
    /** The paragraphs that apply or may apply; `holds` is null for the latter. */
    outcomes: Array<{
      paragraph: CommonSlug;
      victory: "total" | "partial" | "draw";
      text: string;
      holds: boolean | null;
    }>;
    /** The earnings of each player, without rewards certainly earned in this adventure before. Players without earnings are not listed. */
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
    /** The entry; null for a player who has not left. */
    left: string | null;
    xp: {
      least: number;
      most: number;
      entries: CampaignVerdictEntries;
    };
    /** The artifacts and other cards that were earned. If one of several has not been chosen yet, each of them, none of them sure. */
    cards: Array<{
      card: CommonSlug;
      entry: string;
      adventure: CommonSlug;
      side: CommonSlug;
      sure: boolean;
    }>;
    /** Experience spent, or a card carried, in a session of an adventure. `counts` is null if a draw leaves open whether it is used up. */
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
  /** The players by experience; players with equal experience share a rank. */
  standings: Array<{
    rank: number;
    player: string;
    name: string;
    xp: CampaignVerdictSpan;
    sessions: number;
    wins: number;
    entries: CampaignVerdictEntries;
  }>;
  /** The players with the most experience: the winner if the campaign has ended and nothing is open (`decided`), otherwise the players who lead or may have won. */
  winner: {
    players: Array<string>;
    decided: boolean;
    entries: CampaignVerdictEntries;
  };
  /** Only if an adventure and a side were requested: what each player may use there next, as the campaign of a list takes it. */
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
  /** The address of the section, if the source is the rulebook of the game; otherwise null. */
  at?: string | null;
};

/** The ids of entries. */
export type CampaignVerdictEntries = Array<string>;

/** Only if there are more places or entries than listed: the number of further ones. */
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

/** A correction of an earlier entry, or its withdrawal. */
export type CampaignCorrected = {
  type: "corrected";
  id: CampaignId;
  on?: CampaignDay;
  /** The entry or correction that it corrects. */
  of: CampaignId;
  /** The corrected entry; null withdraws the entry. */
  entry: null | CampaignJoined | CampaignLeft | CampaignReplaced | CampaignPlayed | CampaignEnded;
  why?: string;
};

/** The day it happened, as year-month-day. */
export type CampaignDay = string;

/** The campaign is over; the player with the most experience has won. */
export type CampaignEnded = {
  type: "ended";
  id: CampaignId;
  on?: CampaignDay;
};

export type CampaignEntry = CampaignJoined | CampaignLeft | CampaignReplaced | CampaignPlayed | CampaignCorrected | CampaignUpgraded | CampaignSettled | CampaignEnded;

/** A unique identifier of the entry. */
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
  /** The earnings noted by the players: the card that each chose and, optionally, the points. They are checked against the report. */
  rewards?: Array<{
    player: CampaignPlayer;
    xp?: number;
    card?: CommonSlug;
  }>;
  notes?: string;
};

/** The identifier of a player in the record. */
export type CampaignPlayer = string;

/** Somebody takes a player's place, and takes over everything earned there. */
export type CampaignReplaced = {
  type: "replaced";
  id: CampaignId;
  on?: CampaignDay;
  player: CampaignPlayer;
  by: CampaignPlayer;
  name?: string;
};

/** How the game ended. Omitted facts are unknown. */
export type CampaignReport = {
  /** The fate of each side, by its identifier. */
  sides?: Record<string, {
    end?: "defeated" | "left" | "present" | "won" | "lost" | "drawn";
    /** The exit by which it left. */
    exit?: CommonSlug;
    /** Its health when the game ended or it left. */
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
  /** The number of points of the list that were bought with experience. If omitted: 0. */
  points_bought?: number;
  /** The slots bought with experience: for which pick of the list, and with which icon. */
  slots_bought?: Array<{
    /** The number of the pick, from 0. */
    pick: number;
    icon: CommonSlug;
  }>;
  /** The campaign artifacts that the list has. */
  artifacts?: Array<CommonSlug>;
  /** The list, and facts of its verdict. */
  list?: {
    digest?: string;
    release?: number;
    name?: string;
    /** The cost of the list; null if not known. */
    points?: number | null;
    cards?: Array<CommonSlug>;
  };
};

/** An open question was settled, or left open again. What counts is in the record's own settles, for all of its entries. */
export type CampaignSettled = {
  type: "settled";
  id: CampaignId;
  on?: CampaignDay;
  question: CommonSlug;
  /** The chosen reading; null leaves the question open again. */
  reading: null | CommonSlug;
};

/** The campaign's answers to questions that a rulebook or an adventure leaves open. */
export type CampaignSettles = Array<{
  question: CommonSlug;
  reading: CommonSlug;
}>;

/** From now on the whole campaign is judged by another release of the catalog; the release of the record is that of the last such entry. */
export type CampaignUpgraded = {
  type: "upgraded";
  id: CampaignId;
  on?: CampaignDay;
  from: number;
  to: number;
};

/** Definitions used by the schemas of all games; no document is of this kind. */
export type Common = unknown;

/** The address of a section of a rulebook: numbers and words in lower-case ASCII, separated by points, slashes or hyphens. */
export type CommonAddress = string;

/** Other sets in which the same card was sold, with the same statistics. Number and rarity are those in its set. */
export type CommonAlsoIn = Array<CommonSlug>;

/** One word about cards; any one of several values is enough. */
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

/** A rule and its level. */
export type CommonLevel = {
  rule: CommonRuleCode;
  level: "error" | "warning";
};

/** The name as printed. Empty when no source has given it yet. */
export type CommonName = string | null;

/** The known date: 2014, 2014-05 or 2014-05-21. */
export type CommonReleased = string | null;

/** Why the card can no longer be used in lists. A retired card stays available; omit the field for a card in use. */
export type CommonRetired = string;

/** The rule's code. */
export type CommonRuleCode = string;

/** The name in lower-case ASCII letters and digits: apostrophes are dropped, any other run of characters is one hyphen. A slug never changes its meaning. */
export type CommonSlug = string;

/** A slug: lower-case ASCII letters and digits, with single hyphens between them. */
export type CommonSlugOrUnknown = string | null;

/** The source of a fact. */
export type CommonSource = {
  /** The title of the book or card, or the public address of the page. */
  source: string;
  /** The page as printed. */
  page?: number;
  /** The address of the section, if the source is the rulebook of the game. If omitted: no particular one. */
  at?: CommonAddress;
  /** Whether somebody has compared the fact with this source. */
  checked: boolean;
  /** How the fact was taken from this source. “printed”: read from the printed card or a picture of it; for other documents, from the publisher’s own text. “transcribed”: somebody else wrote it down. “inferred”: it follows from something published, and the note says how. “absent”: no source names it, so it is taken as none. Omitted if the source is the author of the document or of the fact. */
  basis?: "printed" | "transcribed" | "inferred" | "absent";
  /** Why the fact may be wrong. A doubtful fact is not marked as checked. */
  doubt?: string;
  /** A note about the source or the fact, other than a doubt. */
  note?: string;
};

/** The source of each fact, by its JSON Pointer. The empty pointer is for every fact that has no entry of its own. */
export type CommonSources = Record<string, CommonSource>;

/** The effect of the card, briefly and in our own words; never the printed sentences. */
export type CommonText = string | null;

/** The text in other languages than English. Names are not translated. */
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

/** Published legal warbands that contained it. In a warband of that faction with all of these creatures, it belongs to the faction or is admitted, and its requirements are met, even while its card is unknown. */
export type DndMiniatures2003CommonFielded = Array<{
  faction: DndMiniatures2003CommonFaction;
  /** The other creatures of the warband, by slug; its own slug if there were several copies. */
  beside: Array<CommonSlug>;
  /** The largest size that was allowed there: the creature is not larger. If omitted: any. */
  largest_size?: "tiny" | "small" | "medium" | "large" | "huge" | "gargantuan" | "colossal";
}>;

/** The creatures that it brings along: their kind, and their maximum number or maximum printed cost together. */
export type DndMiniatures2003CommonMinions = Array<{
  for: DndMiniatures2003CommonWhom;
  /** The maximum number. */
  count?: number;
  /** The maximum of their printed cost together. */
  points?: number;
}> | null;

/** One word about a creature; any one of several values is enough. */
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

/** Creatures that it requires in its warband: one for each line. One creature may serve several others. */
export type DndMiniatures2003CommonRequires = Array<DndMiniatures2003CommonClause> | null;

/** The creatures of other factions that this commander admits, row by row, within its rating. */
export type DndMiniatures2003CommonWarbandBuilding = Array<{
  for: DndMiniatures2003CommonWhom;
  /** The factions of the warbands in which it admits them. If omitted: all. */
  into?: Array<DndMiniatures2003CommonFaction>;
}> | null;

/** The creatures it applies to; every line must be true. */
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
  also_in?: CommonAlsoIn;
  /** The collector's number in its set. */
  number: number | null;
  /** none for a figure that was not sold at random. */
  rarity: "common" | "uncommon" | "rare" | "none" | null;
  /** Points, as printed. */
  cost: number | null;
  /** Every faction it belongs to. */
  factions: Array<DndMiniatures2003CommonFaction> | null;
  /** Factions that it certainly belongs to, while it is not known whether it belongs to others. Omit it once every faction is known. */
  factions_include?: Array<DndMiniatures2003CommonFaction>;
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
  /** Whether it is a familiar, which does not count among the creatures of a warband. Omit it for other creatures. */
  familiar?: boolean | null;
  fielded?: DndMiniatures2003CommonFielded;
  text: CommonText;
  /** One line that has no effect on play. */
  flavour?: string;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** The result of the question “Attack roll”. */
export type DndMiniatures2003SituationsAnswersAttack = {
  /** Null before the roll. */
  hit: boolean | null;
  /** Null before the roll. */
  critical: boolean | null;
  needs: number | null;
  bonus: number | null;
  armor_class: number | null;
  conceal: boolean | null;
};

/** The result of the question “Under command”. */
export type DndMiniatures2003SituationsAnswersCommand = {
  under_command: boolean | null;
  by_commander: boolean | null;
  /** Whether it is within their range is on the card. */
  effects: boolean | null;
  rating: number | null;
  /** Null if it is not known. */
  speed: number | null;
  /** Null under command. */
  rush: number | null;
};

/** The result of the question “Damage in its order”. */
export type DndMiniatures2003SituationsAnswersDamage = {
  /** Null if it is not known. */
  total: number | null;
  /** Its base type. Null if it is not known. */
  base: number | null;
  /** Null if it is not known. */
  extra: number | null;
  /** Null if they are not known. */
  hp: number | null;
  /** Null if it is not known. */
  destroyed: boolean | null;
  /** Null if it is not known. */
  triggers: boolean | null;
};

/** The result of the question “Initiative”. */
export type DndMiniatures2003SituationsAnswersInitiative = {
  /** Its number, from 1 on. Null before the rolls and for a tie. */
  winner: number | null;
  /** In the order of the sides. Null before the rolls. */
  totals: Array<number> | null;
};

/** The result of the question “Morale and routing”. */
export type DndMiniatures2003SituationsAnswersMorale = {
  /** Null before the roll. */
  routs: boolean | null;
  saves: boolean | null;
  bonus: number | null;
  needs: number | null;
};

/** The result of the question “Victory points”. */
export type DndMiniatures2003SituationsAnswersVictoryPoints = {
  first: number | null;
  second: number | null;
};

/** What an attack needs to hit, whether a roll hits, and how likely an open roll does. */
export type DndMiniatures2003SituationsAttack = {
  /** If omitted: a creature in no special state. */
  attacker?: DndMiniatures2003SituationsAttackAttackingCreature;
  way?: "melee" | "reach" | "ranged";
  /** If omitted: a creature in no special state. */
  target?: DndMiniatures2003SituationsAttackTarget;
  /** If omitted: none. */
  cover?: Array<"terrain" | "statue" | "creature">;
  /** If omitted: no. */
  charges?: boolean;
  /** If omitted: not rolled yet. */
  rolled?: number;
  /** If omitted: that of the attacker’s card. */
  bonus?: number;
  /** The first, second, … If omitted: the first. */
  blow?: number;
  /** If omitted: no. */
  cleaves?: boolean;
  /** If omitted: no. */
  nearer?: boolean;
  /** If omitted: no. */
  selective?: boolean;
  /** If omitted: no. */
  unseen?: boolean;
  /** If omitted: none. */
  modifiers?: Array<DndMiniatures2003SituationsAttackModifier>;
  /** 19 by some Commander Effects. If omitted: 20. */
  critical_from?: number;
  one_misses?: boolean;
};

export type DndMiniatures2003SituationsAttackAttackingCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** If its card is known, but not what its attacks are. If omitted: those of its card. */
  attacks?: Array<DndMiniatures2003SituationsAttackPrintedAttack>;
  /** If omitted: no. */
  squeezes?: boolean;
  /** If omitted: no. */
  pacified?: boolean;
};

export type DndMiniatures2003SituationsAttackModifier = {
  /** If omitted: an effect without a name. */
  because?: string;
  by?: number;
  /** If omitted: no. */
  commander?: boolean;
};

export type DndMiniatures2003SituationsAttackPrintedAttack = {
  /** If omitted: it is not known. */
  manner?: "melee" | "ranged";
  /** If omitted: they are not known. */
  bonuses?: Array<number>;
  /** If omitted: it is not known. */
  damage?: number;
};

export type DndMiniatures2003SituationsAttackTarget = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  ac?: number;
  /** If omitted: no. */
  in_melee?: boolean;
  /** If omitted: no. */
  stunned?: boolean;
  /** If omitted: no. */
  squeezes?: boolean;
  /** If omitted: none. */
  concealed?: Array<"conceal" | "incorporeal">;
};

/** Whether a commander has a creature under command, whether it is without one, and what follows. */
export type DndMiniatures2003SituationsCommand = {
  /** If omitted: a creature in no special state. */
  creature?: DndMiniatures2003SituationsCommandCommandedCreature;
  commander?: DndMiniatures2003SituationsCommandCommander;
  sees?: boolean;
  /** With diagonals, without difficult terrain, not through walls. */
  squares?: number;
  /** If omitted: no. */
  countersong?: boolean;
};

export type DndMiniatures2003SituationsCommandCommandedCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** Its Difficult rating; 0 for a creature that is not Difficult. */
  difficult?: number;
  /** Abilities by which it is under command without a commander. */
  self_command?: Array<"independent" | "pack-hunter">;
  commander?: boolean;
  /** Squares, without the F of a flier. */
  speed?: number;
  pack?: boolean;
  /** If omitted: no. */
  buzzing?: boolean;
  /** If omitted: no. */
  willing?: boolean;
  /** If omitted: no. */
  began?: boolean;
  /** If omitted: no. */
  others?: boolean;
};

export type DndMiniatures2003SituationsCommandCommander = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** 0 for a creature that is no commander. */
  commander_rating?: number;
};

/** What effects make of damage, one after another, and what it does to the defender. */
export type DndMiniatures2003SituationsDamage = {
  /** If omitted: a creature without a card. */
  attacker?: DndMiniatures2003SituationsDamageAttacker;
  way?: "melee" | "ranged" | "spell";
  /** If omitted: none. */
  hit?: Array<"critical" | "helpless">;
  /** If omitted: that of the attacker’s card, if it has one. */
  base?: number;
  /** Of a second type: the 5 fire of “5 + 5 fire”. If omitted: none. */
  extra?: number;
  /** For an effect with another number. The FAQ does not say what two doublings are together. If omitted: twice, but asked for if a critical hit meets a helpless creature. */
  factor?: number;
  /** If omitted: none. */
  added?: Array<DndMiniatures2003SituationsDamageAddition>;
  /** If omitted: none. */
  lessened?: Array<DndMiniatures2003SituationsDamageSubtraction>;
  /** Otherwise in the best order for the attacker. If omitted: no. */
  in_order?: boolean;
  /** If omitted: no. */
  saved?: boolean;
  rounding?: "down" | "up";
  /** If omitted: a creature without abilities that matter. */
  defender?: DndMiniatures2003SituationsDamageDefender;
  /** If omitted: none. */
  protected?: Array<DndMiniatures2003SituationsDamageProtection>;
  /** If omitted: none. */
  weak?: Array<DndMiniatures2003SituationsDamageWeakness>;
};

export type DndMiniatures2003SituationsDamageAddition = {
  /** If omitted: an effect without a name. */
  because?: string;
  by?: number;
  /** If omitted: no. */
  spells?: boolean;
  /** If omitted: no. */
  commander?: boolean;
};

export type DndMiniatures2003SituationsDamageAttacker = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** If its card is known, but not what its attacks are. If omitted: those of its card. */
  attacks?: Array<DndMiniatures2003SituationsDamagePrintedAttack>;
};

export type DndMiniatures2003SituationsDamageDefender = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** Its starting hit points. */
  hp?: number;
  /** If omitted: its starting hit points. */
  now?: number;
  /** If omitted: no. */
  evades?: boolean;
};

export type DndMiniatures2003SituationsDamagePrintedAttack = {
  /** If omitted: it is not known. */
  manner?: "melee" | "ranged";
  /** If omitted: they are not known. */
  bonuses?: Array<number>;
  /** If omitted: it is not known. */
  damage?: number;
};

export type DndMiniatures2003SituationsDamageProtection = {
  /** If omitted: an effect without a name. */
  because?: string;
  by?: number;
  ability?: "dr" | "other";
  /** If omitted: the base damage, but asked for if there is extra damage. */
  against?: "base" | "extra";
};

export type DndMiniatures2003SituationsDamageSubtraction = {
  /** If omitted: an effect without a name. */
  because?: string;
  by?: number;
  /** If omitted: no. */
  spells?: boolean;
  /** If omitted: 0. */
  least?: number;
};

export type DndMiniatures2003SituationsDamageWeakness = {
  /** If omitted: an effect without a name. */
  because?: string;
  times?: number;
  /** If omitted: the base damage, but asked for if there is extra damage. */
  of?: "base" | "extra";
};

/** Who wins an initiative check, and how likely it is before the rolls. */
export type DndMiniatures2003SituationsInitiative = {
  check?: "round" | "terrain";
  revealed?: boolean;
  sides?: Array<DndMiniatures2003SituationsInitiativeSide>;
};

export type DndMiniatures2003SituationsInitiativeSide = {
  bonus?: number;
  /** 8 for Ryld Argith. If omitted: none. */
  improved?: number;
  /** If omitted: not rolled yet. */
  rolled?: number;
};

/** Whether a creature makes a morale save, how likely it is, and whether it routs or rallies. */
export type DndMiniatures2003SituationsMorale = {
  /** If omitted: a creature in no special state. */
  creature?: DndMiniatures2003SituationsMoraleSaver;
  cause?: "half" | "effect" | "rally";
  under_command?: boolean;
  /** Of the commanders that have it under command. If omitted: none. */
  rating?: number;
  dc?: number;
  /** If omitted: not rolled yet. */
  rolled?: number;
  naturals?: boolean;
};

export type DndMiniatures2003SituationsMoraleSaver = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** Its starting hit points. */
  hp?: number;
  now?: number;
  level?: number;
  /** Such as Save +4. If omitted: 0. */
  save_bonus?: number;
  /** If omitted: no, but yes if it tries to rally. */
  routing?: boolean;
  /** If omitted: no. */
  saved?: boolean;
  /** If omitted: no. */
  fearless?: boolean;
  /** If omitted: no. */
  helpless?: boolean;
};

/** The odds of the question “Attack roll”, while dice are open. */
export type DndMiniatures2003SituationsOddsAttack = {
  /** With that of a critical hit. */
  hit: {
    /** The number as a fraction, such as 7/20. */
    exact: string;
    /** The number, rounded. */
    value: number;
  };
  /** A chance. */
  critical: {
    /** The number as a fraction, such as 7/20. */
    exact: string;
    /** The number, rounded. */
    value: number;
  };
};

/** The odds of the question “Initiative”, while dice are open. */
export type DndMiniatures2003SituationsOddsInitiative = {
  wins: Array<{
    exact: string;
    value: number;
    /** Its number, from 1 on. */
    warband: number;
  }>;
  /** With equal totals and bonuses. */
  tie: {
    /** The number as a fraction, such as 7/20. */
    exact: string;
    /** The number, rounded. */
    value: number;
  };
};

/** The odds of the question “Morale and routing”, while dice are open. */
export type DndMiniatures2003SituationsOddsMorale = {
  /** A chance. */
  save: {
    /** The number as a fraction, such as 7/20. */
    exact: string;
    /** The number, rounded. */
    value: number;
  };
};

/** Which victory points two players have for creatures that the other one has lost. */
export type DndMiniatures2003SituationsVictoryPoints = {
  lost?: Array<DndMiniatures2003SituationsVictoryPointsLost>;
  by_cost?: boolean;
  tournament?: boolean;
  agreed?: boolean;
};

export type DndMiniatures2003SituationsVictoryPointsLost = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  owner?: "first" | "second";
  /** If omitted: a creature of the warband. */
  role?: "warband" | "summoned" | "minion" | "raised";
  /** If omitted: eliminated. */
  fate?: "eliminated" | "with-summoner" | "temporary-control" | "permanent-control";
  /** Points, as printed. */
  cost?: number;
  /** Entered points need no agreement about costs. */
  points?: number;
};

/** A tile that a player brings and lays on the battle grid. */
export type DndMiniatures2003TerrainTile = {
  kind: "terrain-tile";
  game: "dnd-miniatures-2003";
  slug: CommonSlug;
  name: CommonName;
  /** The set it was sold in. */
  set: CommonSlugOrUnknown;
  /** The kinds of terrain on it, including walls. */
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
  /** The kinds of terrain on it, including walls. */
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
  /** Range or area as printed, in short form, for example sight or blast 3; none for an attack on an adjacent creature. */
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

/** Creatures that are added to its warband for less than their printed cost. The printed cost itself does not change. */
export type DndMiniatures2008CommonDiscounts = Array<{
  points: number;
  for: DndMiniatures2008CommonWhom;
}> | null;

export type DndMiniatures2008CommonFaction = "borderlands" | "civilization" | "underdark" | "wild";

/** One word about a creature; any one of several values is enough. */
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

/** The restrictions that this champion waives when a warband is built around it: each row has restrictions and the creatures that they are waived for. */
export type DndMiniatures2008CommonWarbandBuilding = Array<{
  /** The restrictions that do not count against those creatures. */
  waives: Array<"faction" | "alignment-mix" | "unique" | "size" | "creature-cost-cap" | "creature-count">;
  for: DndMiniatures2008CommonWhom;
}> | null;

/** The creatures it applies to; every line must be true. */
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
  /** none for a figure that was not sold at random. */
  rarity: "common" | "uncommon" | "rare" | "none" | null;
  /** Points, as printed. */
  cost: number | null;
  /** Every faction it belongs to. */
  factions: Array<DndMiniatures2008CommonFaction> | null;
  /** Factions that it certainly belongs to, while it is not known whether it belongs to others. Omit it once every faction is known. */
  factions_include?: Array<DndMiniatures2008CommonFaction>;
  /** Good or Evil as its keywords say; none for neither. */
  alignment: "good" | "evil" | "none" | null;
  /** Whether it has the Unique power. */
  unique: boolean | null;
  champion: boolean | null;
  /** 0 for a creature that is no champion. */
  champion_rating: number | null;
  /** The size of its base. Large figures of the earliest sets have bases of less than two inches, but count as large. */
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

/** The result of the question “Attack roll”. */
export type DndMiniatures2008SituationsAnswersAttackRoll = {
  /** hit, critical or miss; null if it is not rolled or not known. */
  hit: "hit" | "critical" | "miss" | null;
  /** Unmodified; null if it does not matter. */
  needed: number | null;
  /** Null if it does not matter. */
  critical: number | null;
  /** Null if it does not matter. */
  modifier: number | null;
  /** Null if it does not matter. */
  value: number | null;
};

/** The result of the question “Damage and healing”. */
export type DndMiniatures2008SituationsAnswersDamage = {
  /** Null if it is not known, or for healing. */
  damage: number | null;
  /** Afterwards; null if it is not known. */
  hit_points: number | null;
  /** Afterwards; null if it is not known. */
  temporary: number | null;
  /** Afterwards; null if it is not known. */
  bloodied: boolean | null;
  /** Null if it is not known. */
  destroyed: boolean | null;
};

/** The result of the question “Set-up and initiative”. */
export type DndMiniatures2008SituationsAnswersInitiative = {
  /** A JSON Pointer into the situation. */
  winner: string | null;
  again: boolean | null;
  /** A JSON Pointer into the situation. */
  twice: string | null;
  /** A JSON Pointer into the situation. */
  first: string | null;
  /** Null if it is not asked. */
  turns: Array<string> | null;
};

/** The result of the question “Saving throws”. */
export type DndMiniatures2008SituationsAnswersSavingThrows = {
  /** Null before the saving throws. */
  ends: Array<string> | null;
  /** Null before the saving throws. */
  stays: Array<string> | null;
};

/** The result of the question “Actions of a turn”. */
export type DndMiniatures2008SituationsAnswersTurnActions = {
  attack: boolean | null;
  charge: boolean | null;
  move: boolean | null;
  minor: boolean | null;
  opportunity: boolean | null;
  immediate: boolean | null;
  /** With conditions; null if it does not matter. */
  speed: number | null;
};

/** The result of the question “Victory points”. */
export type DndMiniatures2008SituationsAnswersVictoryPoints = {
  ends: boolean | null;
  /** Null if nobody has won, or if it is not known. */
  winner: string | null;
  one: number | null;
  other: number | null;
  scenario: "assault" | "bounty" | "uncontested-victory" | null;
  limit: number;
  /** Up to the round in which the game ends. */
  rounds: Array<{
    round: number;
    one: number;
    other: number;
    one_total: number;
    other_total: number;
  }> | null;
};

/** Whether an attack hits, or what the d20 has to show for it. */
export type DndMiniatures2008SituationsAttackRoll = {
  attacker?: DndMiniatures2008SituationsAttackRollAttacker;
  target?: DndMiniatures2008SituationsAttackRollTarget;
  /** If omitted: no. */
  flanked?: boolean;
  /** If omitted: no. */
  cover?: boolean;
  /** If omitted: no. */
  charge?: boolean;
  /** If omitted: no. */
  opportunity?: boolean;
  /** If omitted: not rolled yet. */
  rolled?: number;
  /** If omitted: not rolled yet. */
  conceal_roll?: number;
  /** If omitted: none. */
  changes?: Array<DndMiniatures2008SituationsAttackRollChange>;
};

export type DndMiniatures2008SituationsAttackRollAttacker = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The place among the attacks of the card. If omitted: its first. */
  attack?: number;
  /** If its card is known, but not what its attacks are. If omitted: those of its card. */
  attacks?: Array<DndMiniatures2008SituationsAttackRollPrintedAttack>;
  /** If omitted: that of the attack of its card. */
  manner?: "melee" | "ranged" | "close" | "area";
  /** If omitted: that of the attack of its card. */
  basic?: boolean;
  /** If omitted: that of the attack of its card. */
  bonus?: number;
  /** If omitted: that of the attack of its card. */
  against?: "ac" | "fortitude" | "reflex" | "will";
  /** If omitted: none. */
  conditions?: Array<"blinded" | "dazed" | "confused" | "dominated" | "stunned" | "helpless" | "immobilized">;
  /** If omitted: none. */
  state?: Array<"unseen" | "blindsight" | "sacred-circle" | "blood-rock" | "squeezing">;
  /** If omitted: no. */
  attacked?: boolean;
  /** If omitted: no. */
  charged?: boolean;
};

export type DndMiniatures2008SituationsAttackRollChange = {
  /** Of effects of one name and number one counts. If omitted: it is unlike others. */
  because?: string;
  number?: number;
};

export type DndMiniatures2008SituationsAttackRollPrintedAttack = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** If omitted: it is not known. */
  manner?: "melee" | "ranged" | "close" | "area";
  /** If omitted: it is not known. */
  basic?: boolean;
  /** If omitted: it is not known. */
  bonus?: number;
  /** If omitted: it is not known. */
  against?: "ac" | "fortitude" | "reflex" | "will";
  /** If omitted: it is not known. */
  damage?: number;
};

export type DndMiniatures2008SituationsAttackRollTarget = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** Its current Armor Class. If omitted: the printed one. */
  ac?: number;
  /** Its current defense of the kind that is attacked. If omitted: the printed one. */
  defense?: number;
  /** If omitted: none. */
  conditions?: Array<"blinded" | "dazed" | "confused" | "dominated" | "stunned" | "helpless">;
  /** If omitted: none. */
  state?: Array<"unseen" | "squeezing" | "exposed">;
  /** If omitted: none. */
  conceal?: number;
};

/** How much damage an effect does, or heals, and whether the target is bloodied or destroyed. */
export type DndMiniatures2008SituationsDamage = {
  /** If omitted: nobody attacks. */
  source?: DndMiniatures2008SituationsDamageSource;
  target?: DndMiniatures2008SituationsDamageStruck;
  /** If omitted: a hit. */
  cause?: "hit" | "critical" | "other" | "healing";
  /** As the effect says, without anything added. If omitted: the damage of the attack on the card. */
  amount?: number;
  /** If omitted: none. */
  changes?: Array<DndMiniatures2008SituationsDamageChange>;
};

export type DndMiniatures2008SituationsDamageChange = {
  /** Of effects of one name and number one counts. If omitted: it is unlike others. */
  because?: string;
  number?: number;
};

export type DndMiniatures2008SituationsDamagePrintedAttack = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  /** If omitted: it is not known. */
  manner?: "melee" | "ranged" | "close" | "area";
  /** If omitted: it is not known. */
  basic?: boolean;
  /** If omitted: it is not known. */
  bonus?: number;
  /** If omitted: it is not known. */
  against?: "ac" | "fortitude" | "reflex" | "will";
  /** If omitted: it is not known. */
  damage?: number;
};

export type DndMiniatures2008SituationsDamageSource = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The place among the attacks of the card. If omitted: its first. */
  attack?: number;
  /** If its card is known, but not what its attacks are. If omitted: those of its card. */
  attacks?: Array<DndMiniatures2008SituationsDamagePrintedAttack>;
  /** If omitted: that of the attack of its card. */
  manner?: "melee" | "ranged" | "close" | "area";
  /** If omitted: that of the attack of its card. */
  basic?: boolean;
  /** If omitted: none. */
  state?: Array<"enervated" | "dangerous">;
};

export type DndMiniatures2008SituationsDamageStruck = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** Its starting hit points. If omitted: the printed ones. */
  hp?: number;
  /** If omitted: all of its hit points. */
  current?: number;
  /** If omitted: none. */
  temporary?: number;
  /** If omitted: none. */
  resist?: number;
  /** If omitted: none. */
  resist_all?: number;
  /** If omitted: none. */
  vulnerable?: number;
  /** If omitted: none. */
  state?: Array<"immune" | "insubstantial" | "slippery">;
};

/** Who rolls twice, who wins the roll, and who sets up or takes turns in which order. */
export type DndMiniatures2008SituationsInitiative = {
  when?: "set-up" | "round";
  /** If omitted: a player whose champion is not named. */
  one?: DndMiniatures2008SituationsInitiativeSide;
  /** If omitted: a player whose champion is not named. */
  other?: DndMiniatures2008SituationsInitiativeSide;
  chosen?: "one" | "other";
  tie?: "as-in-set-up" | "roll-again";
};

export type DndMiniatures2008SituationsInitiativeSide = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** 0 without a champion. If omitted: the printed one. */
  champion_rating?: number;
  /** If the player has another champion, name that one instead. If omitted: no. */
  dazed?: boolean;
  /** If omitted: not rolled yet. */
  roll?: number;
  /** If omitted: not rolled yet. */
  second?: number;
  creatures?: number;
};

/** The odds of the question “Attack roll”, while dice are open. */
export type DndMiniatures2008SituationsOddsAttackRoll = {
  /** With that of a critical hit. */
  success: {
    /** The number as a fraction, such as 7/20. */
    exact: string;
    /** The number, rounded. */
    value: number;
  };
  results: Array<{
    exact: string;
    value: number;
    outcome: "critical" | "hit" | "miss";
  }>;
};

/** The odds of the question “Set-up and initiative”, while dice are open. */
export type DndMiniatures2008SituationsOddsInitiative = {
  /** The chance of a tie is left only if it is not known how you break one. */
  winner: Array<{
    exact: string;
    value: number;
    outcome: "one" | "other" | "tie";
  }>;
};

/** The odds of the question “Saving throws”, while dice are open. */
export type DndMiniatures2008SituationsOddsSavingThrows = {
  ends: Array<{
    exact: string;
    value: number;
    /** Its number, from 1 on. */
    effect: number;
  }>;
};

/** Which effects on a creature end with its turn, by saving throws or by their duration, and how likely. */
export type DndMiniatures2008SituationsSavingThrows = {
  effects?: Array<DndMiniatures2008SituationsSavingThrowsLasting>;
};

export type DndMiniatures2008SituationsSavingThrowsLasting = {
  condition?: "blinded" | "confused" | "dazed" | "dominated" | "enervated" | "helpless" | "immobilized" | "slowed" | "stunned" | "ongoing" | "other";
  lasts?: "save" | "turn" | "longer" | "over";
  /** If omitted: not rolled yet. */
  roll?: number;
};

/** What a creature may still do on a turn: attack, charge, move, minor actions, and answers to others. */
export type DndMiniatures2008SituationsTurnActions = {
  /** If omitted: one without conditions. */
  creature?: DndMiniatures2008SituationsTurnActionsActing;
  whose?: "own-turn" | "other-turn";
  /** Also in place of the attack action. If omitted: none. */
  moves?: number;
  /** If omitted: none. */
  attacks?: number;
  /** Also in place of other actions. If omitted: none. */
  minors?: number;
  /** If omitted: no. */
  charged?: boolean;
  /** If omitted: not rolled yet. */
  confusion?: number;
};

export type DndMiniatures2008SituationsTurnActionsActing = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** Its current speed, without conditions. If omitted: the printed one. */
  speed?: number;
  /** If omitted: none. */
  conditions?: Array<"blinded" | "dazed" | "confused" | "dominated" | "stunned" | "helpless" | "immobilized" | "slowed">;
  /** If omitted: none. */
  state?: Array<"replaced" | "dismounted" | "opportunity" | "immediate">;
  /** If omitted: no. */
  attacked?: boolean;
  /** If omitted: no. */
  charged?: boolean;
};

/** How many victory points both players have, round by round, and whether the game has ended with a winner. */
export type DndMiniatures2008SituationsVictoryPoints = {
  scenario?: "assault" | "bounty" | "uncontested-victory";
  /** If omitted: 200. */
  limit?: number;
  /** If omitted: only points end it. */
  ended?: "time" | "quiet" | "one-concedes" | "other-concedes";
  /** A player can concede at any time, also in the action that brings the points. */
  before?: boolean;
  /** If omitted: the rounds that are entered. */
  played?: number;
  /** Those of a round in the order in which they were eliminated. If omitted: none. */
  fallen?: Array<DndMiniatures2008SituationsVictoryPointsFallen>;
  /** If omitted: none. */
  rounds?: Array<DndMiniatures2008SituationsVictoryPointsRound>;
  one?: DndMiniatures2008SituationsVictoryPointsClosest;
  other?: DndMiniatures2008SituationsVictoryPointsClosest;
  reading?: "instead" | "both";
  both?: "higher-total" | "center";
  at_once?: "one" | "other" | "goes-on";
  time?: "higher-total" | "draw";
};

export type DndMiniatures2008SituationsVictoryPointsClosest = {
  /** Its name. If omitted: what it is, with its number in a list. */
  name?: string;
  distance?: number;
  cost?: number;
};

export type DndMiniatures2008SituationsVictoryPointsFallen = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  owner?: "one" | "other";
  /** Points, as printed. */
  cost?: number;
  /** If omitted: round 1. */
  round?: number;
  /** Or without the end of an action, a turn or the round in between. If omitted: in a later one; asked where it decides who wins. */
  together?: boolean;
  /** Without damage by an enemy, an attack roll or a saving throw, as by terrain. If omitted: no. */
  unfought?: boolean;
};

export type DndMiniatures2008SituationsVictoryPointsRound = {
  /** If omitted: no. */
  one_holds?: boolean;
  /** If omitted: no. */
  other_holds?: boolean;
  /** If omitted: none. */
  one_areas?: number;
  /** If omitted: none. */
  other_areas?: number;
};

/** A Commander card, which represents the player. */
export type DungeonCommandCommander = {
  kind: "commander";
  game: "dungeon-command";
  slug: CommonSlug;
  name: CommonName;
  /** The pack the card was sold in. */
  set: CommonSlugOrUnknown;
  /** The name of its power; its effect is in the text. */
  leader_power: string | null;
  /** Order cards drawn at the start. */
  order_hand: number | null;
  /** The number of Creature cards drawn at the start, and the maximum in hand. */
  creature_hand: number | null;
  morale: number | null;
  /** The maximum sum of the levels of the creatures on the battlefield at the start. */
  leadership: number | null;
  text: CommonText;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** Definitions used by the schemas of this game; no document is of this kind. */
export type DungeonCommandCommon = unknown;

export type DungeonCommandCommonAbility = "str" | "dex" | "con" | "int" | "wis" | "cha";

/** One word about the creature; any one of several values is enough. */
export type DungeonCommandCommonClause = {
  keyword?: Array<CommonSlug>;
};

/** The colour of the set symbol: gold, silver, or one copy of each in a pack. It divides a pack into halves for a first game. */
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
  /** Its abilities, which decide which orders it can play. */
  abilities: Array<DungeonCommandCommonAbility> | null;
  /** The number of squares it moves. */
  speed: number | null;
  melee_damage: number | null;
  /** Its ranged attack, as damage and distance; an empty list for a creature that has none. */
  ranged: Array<{
    damage: number | null;
    /** In squares. */
    distance: number | null;
  }> | null;
  /** Its other abilities: the name as printed, if known, and the effect, briefly and in our own words. */
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
  /** The minimum level of a creature that can play it. */
  level: number | null;
  /** The ability that the creature needs; any for every creature. */
  ability: "str" | "dex" | "con" | "int" | "wis" | "cha" | "any" | null;
  /** The kind of action. */
  action: "standard" | "minor" | "immediate" | null;
  /** Conditions on the creature; all clauses must be true. An empty list if nothing is printed. */
  requires: Array<DungeonCommandCommonClause> | null;
  /** Keywords: a creature with any of them can play it, whatever its level and abilities. An empty list if nothing is printed. */
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

/** The result of the question “Attacking a creature”. */
export type DungeonCommandSituationsAnswersAttack = {
  destroyed: boolean | null;
  /** Null if it is not known, or as before. */
  damage: number | null;
  /** Null if it is not known. */
  morale_lost: number | null;
  /** Null if it is not known. */
  morale: number | null;
  /** Null if it is not known. */
  ends: boolean | null;
  /** 0 if the target dodges. */
  dealt: number | null;
  /** As pointers; null if it is not known. */
  taps: Array<string> | null;
};

/** The result of the question “Deploying creatures”. */
export type DungeonCommandSituationsAnswersDeploy = {
  deployable: boolean | null;
  /** Null if they are not known. */
  levels: number | null;
  /** Null if it is not known. */
  leadership: number | null;
  /** After the first deployment; else null. */
  draws: number | null;
};

/** The result of the question “Morale of a warband”. */
export type DungeonCommandSituationsAnswersMorale = {
  /** Null if it is not known. */
  morale: number | null;
  /** Null if it is not known. */
  ends: boolean | null;
};

/** The result of the question “Movement”. */
export type DungeonCommandSituationsAnswersMove = {
  possible: boolean | null;
  /** Null if it is not known. */
  cost: number | null;
};

/** The result of the question “Odds of an order”. */
export type DungeonCommandSituationsAnswersOrderOdds = {
  /** Null if not known. */
  drawn: {
    /** The number as a fraction, such as 7/20. */
    exact: string;
    /** The number, rounded. */
    value: number;
  } | null;
  /** At least; null if no Creature deck is told, or if it is not known. */
  playable: {
    /** The number as a fraction, such as 7/20. */
    exact: string;
    /** The number, rounded. */
    value: number;
  } | null;
  /** Null if it is not known. */
  seen: number | null;
};

/** The result of the question “Playing an order”. */
export type DungeonCommandSituationsAnswersPlayOrder = {
  playable: boolean | null;
  /** The level of the acting creature with those that assist; null if levels do not matter. */
  levels: number | null;
  /** As few as possible; among equally many those with the lowest levels; null if it is not known. */
  assists: Array<string> | null;
  /** As pointers; null if it is not known. */
  taps: Array<string> | null;
};

/** The result of the question “Damage and cowering”. */
export type DungeonCommandSituationsAnswersTakeDamage = {
  destroyed: boolean | null;
  /** Null if it is not known, or as before. */
  damage: number | null;
  /** Null if it is not known. */
  morale_lost: number | null;
  /** Null if it is not known. */
  morale: number | null;
  /** Null if it is not known. */
  ends: boolean | null;
};

/** The result of the question “Collecting treasure”. */
export type DungeonCommandSituationsAnswersTreasure = {
  collected: boolean | null;
  /** Null if it is not known. */
  tokens: number | null;
  /** Null if it is not known. */
  morale: number | null;
  /** As pointers; null if not known. */
  taps: Array<string> | null;
};

/** The result of the question “End and winner”. */
export type DungeonCommandSituationsAnswersWinner = {
  ended: boolean | null;
  /** The players of the winning team; all of a draw. Null if not known. */
  winners: Array<string> | null;
  draw: boolean | null;
};

/** Whether a creature can attack another one, whether that one can dodge, and what the damage does. */
export type DungeonCommandSituationsAttack = {
  attacker?: DungeonCommandSituationsAttackAttacker;
  target?: DungeonCommandSituationsAttackTarget;
  attack?: "melee" | "ranged";
  /** Unless a card lets the attacker reach farther. If omitted: no. */
  out_of_reach?: boolean;
  distance?: number;
  view?: "clear-shot" | "cover" | "no-sight";
  enemy_near?: boolean;
  /** If omitted: no. */
  dodges?: boolean;
  /** If omitted: no. */
  ally?: boolean;
  /** If omitted: no. */
  not_activated?: boolean;
  /** If omitted: as printed. */
  changed_damage?: number;
  /** If omitted: no. */
  cowers?: boolean;
  /** That of the owner; that of the controller if the creature cowers, which it decides. */
  morale?: number;
};

export type DungeonCommandSituationsAttackAttacker = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** If omitted: no. */
  tapped?: boolean;
  melee_damage?: number;
  has_ranged?: boolean;
  ranged_damage?: number;
  ranged_distance?: number;
};

export type DungeonCommandSituationsAttackTarget = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** Its printed level, without what attached cards add. */
  level?: number;
  hit_points?: number;
  /** If omitted: none. */
  taken?: number;
  /** If omitted: no. */
  tapped?: boolean;
};

/** Whether creatures can be deployed now, with Leadership, and how many cards are drawn after the first time. */
export type DungeonCommandSituationsDeploy = {
  commander?: DungeonCommandSituationsDeployLeader;
  when?: "start" | "deploy-phase" | "other";
  leadership?: number;
  /** Whether the marker shows the increase by 1 of this Deploy phase already. */
  increased?: boolean;
  creatures?: Array<DungeonCommandSituationsDeployNewCreature>;
  /** The creatures of the warband that are on the battlefield. */
  deployed?: Array<DungeonCommandSituationsDeployLeveledCreature>;
  /** If omitted: no. */
  outside?: boolean;
  start_area?: "room" | "crowded" | "none";
};

export type DungeonCommandSituationsDeployLeader = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The starting Leadership. */
  leadership?: number;
};

export type DungeonCommandSituationsDeployLeveledCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** Its printed level, without what attached cards add. */
  level?: number;
};

export type DungeonCommandSituationsDeployNewCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** Its printed level, without what attached cards add. */
  level?: number;
  /** If omitted: no. */
  not_in_hand?: boolean;
  /** If omitted: no. */
  no_miniature?: boolean;
};

/** How much Morale a warband has after treasure, cowering and destroyed creatures. */
export type DungeonCommandSituationsMorale = {
  commander?: DungeonCommandSituationsMoraleLeaderOfMorale;
  /** If omitted: no. */
  first_game?: boolean;
  /** If omitted: none. */
  treasure?: number;
  /** If omitted: none. */
  cowered?: number;
  /** If omitted: none. */
  destroyed?: Array<DungeonCommandSituationsMoraleLeveledCreature>;
};

export type DungeonCommandSituationsMoraleLeaderOfMorale = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The starting Morale. */
  morale?: number;
};

export type DungeonCommandSituationsMoraleLeveledCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** Its printed level, without what attached cards add. */
  level?: number;
};

/** Whether a creature can move so far. */
export type DungeonCommandSituationsMove = {
  creature?: DungeonCommandSituationsMoveMover;
  squares?: number;
  starts_near?: boolean;
  /** If omitted: none. */
  difficult?: number;
  /** If omitted: no. */
  passes?: boolean;
  /** If omitted: no shift. */
  shift?: number;
};

export type DungeonCommandSituationsMoveMover = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The number of squares it moves. */
  speed?: number;
  /** If omitted: as its card says, or on foot. */
  way?: "on-foot" | "flying" | "burrow";
};

/** How likely it is to have drawn one of several orders by a turn, and a creature that can play it. */
export type DungeonCommandSituationsOrderOdds = {
  commander?: DungeonCommandSituationsOrderOddsDrawingLeader;
  deck?: number;
  /** All copies in the deck, of one order or of several. */
  copies?: number;
  /** 0 is before the first turn. */
  turn?: number;
  /** If omitted: no creature has to be drawn. */
  creatures?: number;
  /** Of the Creature deck, those that can play the order and be deployed at the start. */
  able?: number;
};

export type DungeonCommandSituationsOrderOddsDrawingLeader = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** Order cards drawn at the start. */
  order_hand?: number;
  /** The number of Creature cards drawn at the start, and the maximum in hand. */
  creature_hand?: number;
};

/** Whether a creature can play an order now, and which creatures have to tap for it. */
export type DungeonCommandSituationsPlayOrder = {
  acting?: DungeonCommandSituationsPlayOrderActingCreature;
  order?: DungeonCommandSituationsPlayOrderOrderCard;
  now?: "activation" | "own-turn" | "other-turn";
  /** Creatures of the same controller next to the acting one, which can assist. */
  helpers?: Array<DungeonCommandSituationsPlayOrderHelper>;
};

export type DungeonCommandSituationsPlayOrderActingCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** Its level, with what attached cards add. */
  level?: number;
  /** Its abilities, which decide which orders it can play. */
  abilities?: Array<DungeonCommandCommonAbility>;
  /** If omitted: no. */
  tapped?: boolean;
  /** The words under the name, as slugs. */
  keywords?: Array<CommonSlug>;
  has_ranged?: boolean;
};

export type DungeonCommandSituationsPlayOrderHelper = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** Its level, with what attached cards add. */
  level?: number;
  /** Its abilities, which decide which orders it can play. */
  abilities?: Array<DungeonCommandCommonAbility>;
  /** If omitted: no. */
  tapped?: boolean;
};

export type DungeonCommandSituationsPlayOrderOrderCard = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** The minimum level of a creature that can play it. */
  level?: number;
  /** The ability that the creature needs; any for every creature. */
  ability?: "str" | "dex" | "con" | "int" | "wis" | "cha" | "any";
  /** The kind of action. */
  action?: "standard" | "minor" | "immediate";
  /** Conditions on the creature; all clauses must be true. An empty list if nothing is printed. */
  requires?: Array<DungeonCommandCommonClause>;
  /** Keywords: a creature with any of them can play it, whatever its level and abilities. An empty list if nothing is printed. */
  affinity?: Array<CommonSlug>;
  /** Whether it makes or requires a ranged attack, and does not say that a creature without ranged damage can play it. */
  ranged_attack?: boolean;
};

/** What damage does to a creature, whether it can cower, and what its warband loses. */
export type DungeonCommandSituationsTakeDamage = {
  creature?: DungeonCommandSituationsTakeDamageDamagedCreature;
  damage?: number;
  /** If omitted: no. */
  cowers?: boolean;
  /** That of the owner; that of the controller if the creature cowers, which it decides. */
  morale?: number;
};

export type DungeonCommandSituationsTakeDamageDamagedCreature = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** Its printed level, without what attached cards add. */
  level?: number;
  hit_points?: number;
  /** If omitted: none. */
  taken?: number;
};

/** Whether a creature can collect a Treasure token, and what its warband gains. */
export type DungeonCommandSituationsTreasure = {
  creature?: DungeonCommandSituationsTreasureCollector;
  /** If omitted: there is no chest on its square. */
  chest?: number;
  tokens?: number;
  /** If omitted: no. */
  moving?: boolean;
  /** If omitted: no. */
  not_activated?: boolean;
  /** If omitted: the Morale is not told. */
  morale?: number;
};

export type DungeonCommandSituationsTreasureCollector = {
  /** The card with its facts, by slug. If omitted: there is no card, only the facts given here. */
  card?: CommonSlug;
  /** Its name. If omitted: the name on its card. */
  name?: string;
  /** If omitted: no. */
  tapped?: boolean;
};

/** Whether the game has ended, and which player or team has won. */
export type DungeonCommandSituationsWinner = {
  players?: Array<DungeonCommandSituationsWinnerPlayer>;
};

export type DungeonCommandSituationsWinnerPlayer = {
  morale?: number;
  /** If omitted: no. */
  no_creatures?: boolean;
  /** If omitted: plays alone. */
  team?: number;
  /** Of all creatures together, for a tie of Morale. */
  levels?: number;
};

/** A battlefield tile, printed on both sides. */
export type DungeonCommandTile = {
  kind: "tile";
  game: "dungeon-command";
  slug: CommonSlug;
  name: CommonName;
  /** Muster's name for it, since no name is printed on it. */
  class: string | null;
  /** The pack the card was sold in. */
  set: CommonSlugOrUnknown;
  size: "large" | "small" | null;
  /** The two printed sides. */
  sides: Array<"dungeon" | "outdoor"> | null;
  /** Whether a Start area is printed on it. */
  start: boolean | null;
  /** The number of Treasure squares, on the side with more of them. */
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
  /** The limit of a legion without a limit of its own. */
  points: number | null;
  /** Limits offered to players; any other positive whole number may be agreed on, unless only some are allowed. */
  recommended_points: Array<number>;
  /** The only limits at which it is played. If omitted: any limit that the players agree on. */
  allowed_points?: Array<number>;
  /** Rules with another level than their default. */
  levels: Array<CommonLevel>;
  /** Rules that do not apply in this format, by code. */
  without?: Array<CommonRuleCode>;
  /** Optional rules that apply in this format, by code. */
  with?: Array<CommonRuleCode>;
  /** The numbers of this format that the game's rules use, by name. Empty: not known. */
  numbers?: Array<{
    name: CommonSlug;
    number: number | null;
  }>;
  /** Banned cards: by slug, by keyword or by set. A card that matches any row is banned. */
  bans?: Array<CommonCut>;
  pool?: FormatPool;
  /** Further limits of a warband at each point limit. If omitted: none. */
  sizes?: Array<FormatSize>;
  /** How two of them are compared: by their whole names, or by whether one name contains the other's name without its title. If omitted: as in the rules of the game. */
  unique_names?: "whole" | "contained";
  /** Rules that this format waives, by code. */
  waives?: Array<CommonRuleCode>;
  settles?: FormatSettles;
  /** The first day on which it is played, as year-month-day. If omitted: no first day. */
  from?: FormatDay;
  /** The last day on which it is played, as year-month-day. If omitted: it is still played. */
  until?: FormatDay;
  translations?: CommonTranslations;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

export type FormatDay = string;

/** The only allowed cards: by slug, by keyword or by set. A card that matches any row is allowed. If omitted: every card of the game. */
export type FormatPool = Array<CommonCut>;

/** Answers to questions that the rulebook leaves open. If omitted: none. */
export type FormatSettles = Array<{
  question: CommonSlug;
  reading: CommonSlug;
}>;

export type FormatSize = {
  /** The point limit it applies to. */
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
  card_counts?: GameCardCounts;
  card_copies?: GameCardCopies;
  unique_names?: GameUniqueNames;
  text: GameText;
  notice: GameNotice;
  translations?: GameTranslations;
  formerly?: CommonFormerly;
  retired?: CommonRetired;
  sources: CommonSources;
};

/** The number of copies of one card in a list, by kind of card. Each row is a rule. If omitted: any number. */
export type GameCardCopies = Array<{
  kind: CommonSlug;
  at_most: number;
}>;

/** The number of cards of a kind in a list. Each row is a rule. If omitted: none. */
export type GameCardCounts = Array<{
  kind: CommonSlug;
  at_least?: number;
  at_most?: number;
}>;

/** The format of a legion without a format of its own. */
export type GameDefaultFormat = CommonSlug;

export type GameKind = "game";

/** The game's word for an army list, for example legion or warband. */
export type GameLegionWord = string;

/** The trademark notice, shown on the game's pages and in its dumps. */
export type GameNotice = string;

export type GamePublisher = string | null;

/** The engine's rules and their edition, as game/number. */
export type GameRuleset = string;

export type GameText = string | null;

/** Text and notice in other languages than English. Names are not translated. */
export type GameTranslations = Array<{
  language: CommonLanguage;
  text: string;
  notice: string;
}>;

/** The kinds of card of which a list has each unique name only once. Each row is a rule. If omitted: none. */
export type GameUniqueNames = Array<{
  kind: CommonSlug;
}>;

/** An agreement of a group of players in addition to the rules of the game. Some games have a schema of their own for it. */
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

/** Banned cards: by slug, by keyword or by set. A card that matches any row is banned. */
export type HouseRuleBans = Array<CommonCut>;

export type HouseRuleKind = "house-rule";

/** Rules with another level than in the format. */
export type HouseRuleLevels = Array<CommonLevel>;

/** The maximum number of some cards together, copies included. */
export type HouseRuleLimits = Array<{
  /** Cards by slug, by keyword or by set. A card that matches any row counts. */
  cards: Array<CommonCut>;
  /** Where the limit applies: to the upgrades on each creature, or to the whole legion. */
  per: "creature" | "legion";
  at_most: number;
}>;

/** The name of the house rule. A verdict names it: “legal under …”. */
export type HouseRuleName = string;

/** Whether it comes from the publisher of the game. House rules by Muster or by groups of players are not official. */
export type HouseRuleOfficial = boolean;

/** The maximum cost of a legion, even if its own limit is higher. */
export type HouseRulePoints = number;

/** The only allowed cards: by slug, by keyword or by set. A card that matches any row is allowed. If omitted: every card. */
export type HouseRulePool = Array<CommonCut>;

/** The agreement in plain words, as shown to players before they choose it. */
export type HouseRuleText = string;

/** The codes of the waived rules. Verdicts list their breaches separately. */
export type HouseRuleWaives = Array<CommonRuleCode>;

/** An army list, as players build it and tools send it. A field that means nothing in its game is refused. */
export type Legion = {
  game: CommonSlug;
  /** If omitted: the game's default. */
  format?: CommonSlug;
  /** The limit the players agreed on. If omitted: the format's default. */
  points?: number;
  name?: LegionName;
  /** The catalog's release to judge by. If omitted: the newest. */
  release?: number;
  picks?: LegionPicks;
  faction?: LegionFaction;
  map?: LegionMap;
  tiles?: LegionTiles;
  treasure?: LegionTreasure;
  pool?: LegionPool;
  /** The number of players of each other team, in games in which it matters. */
  against?: Array<number>;
  /** The date the legion is to be played, as year-month-day. */
  on?: string;
  /** Slugs of the house rules agreed on. */
  house_rules?: Array<CommonSlug>;
  /** The sources of proposed cards: “official” for the publisher's cards, and slugs of open (unofficial) sets. They do not affect the verdict. If omitted: official cards and the open sets that the legion already has cards of. A team has them as a whole. */
  sources?: Array<CommonSlug>;
  /** Facts that the owner read from the cards and the catalog lacks: by slug, each as in the schema of the card's kind. They fill in unknown facts for this legion alone; known facts of the catalog take precedence. A team has them as a whole. */
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

/** The campaign of the legion: its adventure and side, the purchases with experience, and the record of the campaign or the player's entitlements. Without either, nothing has been earned. The points of the adventure replace any other limit. The campaign is part of the digest. A team has the adventure, side and record; each part has its player and that player's purchases. */
export type LegionCampaign = {
  adventure?: CommonSlug;
  side?: CommonSlug;
  /** The identifier of the player in the record. */
  player?: CampaignPlayer;
  /** The number of points bought with experience. If omitted: 0. */
  points_bought?: number;
  record?: Campaign;
  entitlements?: LegionCampaignEntitlements;
  /** The campaign's answers to open questions, if its record is not sent with the legion. */
  settles?: CampaignSettles;
};

/** The entitlements of this player in this adventure and on this side according to the record, each with its entry. */
export type LegionCampaignEntitlements = {
  xp: {
    /** The amount that was certainly earned. */
    least: number;
    /** The most that may have been earned. */
    most: number;
    entries: Array<CampaignId>;
    /** The session of this adventure in which experience was spent before. If omitted: none. */
    used_in?: CampaignId;
    /** False if it is open after a draw whether this counts. If omitted: it counts. */
    used_sure?: boolean;
  };
  artifacts: Array<{
    card: CommonSlug;
    entry: CampaignId;
    /** False if the record leaves this open. If omitted: it was earned. */
    sure?: boolean;
    /** The open question that decides. */
    question?: CommonSlug;
    /** The session of this adventure in which it was carried before. If omitted: none. */
    used_in?: CampaignId;
    used_sure?: boolean;
  }>;
};

/** The number of owned copies of each card, by slug. If given, even if empty, the legion is checked against it. A team's collection is for all its players together, a player's own for that part. */
export type LegionCollection = Record<string, number>;

/** Kept for other programs, never read. */
export type LegionExt = Record<string, unknown>;

/** The faction of the legion, in games that ask for one. */
export type LegionFaction = CommonSlug;

/** The battle map that the player brings, in games that ask for one. */
export type LegionMap = CommonSlug;

export type LegionName = string;

export type LegionNotes = string;

/** The number of owned boxes or packs, by the slug of the set. Their contents count as part of the collection. If given, even if empty, the legion is checked like with a collection. A set of unknown contents is refused. */
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
  /** A team consists of players, not of teams. */
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
  /** The cards that this creature carries, in any order. */
  upgrades?: Array<CommonSlug>;
  /** The number of copies of this card, without upgrades. If omitted: 1. */
  count?: number;
  /** The number of soldiers of a troop. If omitted: 1. */
  soldiers?: number;
  /** The card that brings these creatures as its minions, in games that have them. */
  minion_of?: CommonSlug;
  /** The card that can summon these creatures during play, in games that have them. */
  summoned_by?: CommonSlug;
  /** The unit that these creatures form together, by a name of the player's own, in games that have units. */
  unit?: CommonSlug;
  /** Whether that unit is a formed one. If omitted: it is not. */
  formed?: boolean;
  /** The unit that this creature is attached to, in games that have units. */
  attached_to?: CommonSlug;
  /** The icon of a slot bought with experience. */
  bought_slot?: CommonSlug;
};

/** The lines of the list: one card each, with the cards it carries. */
export type LegionPicks = Array<LegionPick>;

/** The number of copies of each card that the player has opened to build from, by slug, in games that are played this way. */
export type LegionPool = Record<string, number>;

export type LegionTags = Array<string>;

/** The terrain tiles that the player brings, one for each copy, in games that have them. */
export type LegionTiles = Array<CommonSlug>;

/** The Treasure Chest markers and Treasure tokens that the player brings, in games that have them. */
export type LegionTreasure = {
  /** The number on each Treasure Chest marker. */
  chests: Array<number>;
  /** The number of Treasure tokens. */
  tokens: number;
};

/** A rulebook's explanation of one subject of play: an action, a token, a maneuver, a phase. In our own words, with the page as source. */
export type Reference = {
  kind: "reference";
  game: CommonSlug;
  slug: CommonSlug;
  /** Its name in the rulebook. */
  name: string;
  /** Its kind. */
  topic: "phase" | "maneuver" | "action" | "altitude" | "attack" | "token" | "condition" | "terrain" | "power" | "ability" | "term";
  /** The rulebook's explanation, briefly and in our own words. */
  text: string;
  /** Other words that players may search for. */
  also?: Array<string>;
  /** The rules of play and of lists that apply it, by their codes: their steps link to it. */
  rules?: Array<CommonRuleCode>;
  /** Other references, by slug. */
  see?: Array<CommonSlug>;
  translations?: CommonTranslations;
  formerly?: CommonFormerly;
  /** Why it is no longer valid. A retired reference stays available; omit the field for a valid one. */
  retired?: CommonRetired;
  sources: CommonSources;
};

/** The rulebook of a game. Its sections are documents of their own (kind `section`). */
export type Rulebook = {
  kind: "rulebook";
  game: CommonSlug;
  /** The game's slug: a game has one rulebook. */
  slug: CommonSlug;
  /** The printed title. Citations name the book by `cited_as`. */
  name: string;
  /** The printing of the book that the sections follow. */
  edition: string;
  /** The title by which sources and citations name the book. */
  cited_as: string;
  /** Its addresses and how to read them, in our own words. */
  text: string;
  translations?: CommonTranslations;
  formerly?: CommonFormerly;
  /** Why it is no longer valid: then the game has no rulebook. Omit the field for a valid rulebook. */
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
  /** The cards that it is about, by slug. If omitted: it is only about rules. */
  cards?: Array<CommonSlug>;
  /** The rules that it is about, by their codes. If omitted: it is only about cards. */
  rules?: Array<CommonRuleCode>;
  /** The special abilities and spells that it is about, as cards print them. If omitted: none. */
  abilities?: Array<string>;
  /** The sections of the rulebook that it is about, by address. If omitted: none besides a section that names this ruling. */
  sections?: Array<CommonAddress>;
  /** Other words that players may search for. */
  also?: Array<string>;
  /** The author of the ruling: the game's publisher, one of its designers, an organiser of play, or the curators of this catalog. */
  said_by: "publisher" | "designer" | "organiser" | "curators";
  /** The known date of the ruling: 2005, 2005-05 or 2005-05-21. */
  date: CommonReleased;
  /** Answers to questions that the rulebook leaves open, for formats without an answer of their own. If omitted: none. */
  settles?: FormatSettles;
  /** The slug of the ruling that replaces it. Omit the field for a ruling in force. */
  replaced_by?: CommonSlug;
  /** Question and answer in other languages than English. Names are not translated. */
  translations?: Array<{
    language: CommonLanguage;
    question: RulingQuestion;
    answer: RulingAnswer;
  }>;
  formerly?: CommonFormerly;
  /** Why it is no longer in force. A retired ruling stays available; omit the field for a ruling in force. */
  retired?: CommonRetired;
  sources: CommonSources;
};

/** The answer, in our own words. */
export type RulingAnswer = string;

/** The question, in our own words. */
export type RulingQuestion = string;

/** A rule or a heading of a rulebook at its address. A rule has a text in our own words, or names the section, reference or ruling whose text decides it; a heading has none. */
export type Section = {
  kind: "section";
  game: CommonSlug;
  /** The address with hyphens for points and slashes: 604-4-b for 604.4.b. */
  slug: CommonSlug;
  /** The place in the book: the printed number (604.4.b), the page and heading (p15/combat-phase), or the heading and the number of the question (damage/3). */
  at: CommonAddress;
  /** The place in the order of the book. Numbers need not follow each other. */
  position: number;
  /** The printed heading, or the subject of the rule if the book prints only a number. */
  name: string;
  /** The address of the heading above it. If omitted: it is at the top. */
  parent?: CommonAddress;
  /** The rule, in our own words. */
  text?: string;
  /** The address of the section whose text decides this rule as well. Omit the field for a section with a text. */
  covered_by?: CommonAddress;
  /** The slug of the ruling that has the question and its answer. Omit the field for a section with a text. */
  ruling?: CommonSlug;
  /** The references about its subject, by slug. If the section has no text of its own, the text of the first reference applies. */
  references?: Array<CommonSlug>;
  /** The addresses of other sections. */
  see?: Array<CommonAddress>;
  /** Other words that players may search for. */
  also?: Array<string>;
  /** Why only people at the table can decide it. If omitted: its text decides. */
  people?: string;
  translations?: CommonTranslations;
  formerly?: CommonFormerly;
  /** Why it is no longer valid. Omit the field for a valid section. */
  retired?: CommonRetired;
  sources: CommonSources;
};

/** A box, pack or publication of cards. */
export type Set = {
  kind: "set";
  game: CommonSlug;
  slug: CommonSlug;
  name: CommonName;
  /** Whether the game's publisher made it. An open set made for Muster is not official. */
  official: boolean;
  /** Who made it: the game's publisher, Muster (an open set of its own), or somebody else. If omitted: the publisher if it is official, else somebody else. */
  origin?: "publisher" | "muster" | "community";
  /** The wave or event it came with, as named by the publisher. */
  wave: string | null;
  released: CommonReleased;
  /** The licence of the cards' texts and names, for a set that is not the publisher's. */
  licence?: string;
  /** The cards in one box or pack, and how many copies of each. Omitted until somebody has counted them. */
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

/** The result of judging a legion, with the reasons. */
export type Verdict = {
  verdict: VerdictVerdict;
  game: CommonSlug;
  format: CommonSlug;
  release: VerdictRelease;
  ruleset: VerdictRuleset;
  digest: VerdictDigest;
  points: VerdictPoints;
  /** The cost of each player's part, and the limit if each player has one; only in the verdict on a team. */
  parts?: Array<{
    at: VerdictPointer;
    points: {
      /** Null if a cost that counts is unknown. */
      total: number | null;
      /** The known part of the total. Possible discounts by unknown card texts are not subtracted. */
      known: number;
      /** The limit of this player alone; null if there is none or all players share one. */
      limit: number | null;
    };
  }>;
  /** Only in the verdict on a legion of a campaign: its adventure and side, the points of the adventure and the points bought, and for each player the earlier earnings with their entries. `bought` lists the purchases line by line. */
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
      /** Only if points are bought. */
      points?: number;
      /** Only if a slot is bought: the creature. */
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
  /** Notes about the legion in addition to the findings. They belong to no rule and do not change the verdict. The code ends with mixed-sources if the legion has both official cards and cards of open sets. It ends with doubtful-fact if the verdict depends on a fact that may be wrong according to its source; `facts` then has the card, the fact and the doubt. */
  remarks: Array<VerdictRemark>;
  /** Only if fixes were requested: whether the search was complete. If not, there may be better or smaller fixes. */
  fixes_complete?: boolean;
  no_fix?: VerdictNoFix;
  /** The results of waived rules, and what waives them: breaches, facts that would decide, and points left out of the price. */
  waived: Array<VerdictWaived>;
  /** Only if the verdict depends on a question that the rulebook leaves open: the question, its readings, and the rules that need the answer. A format or a ruling may settle it. */
  open?: Array<{
    question: CommonSlug;
    title: string;
    readings: Array<VerdictOpenItemsReadingsItems>;
    at: VerdictFindingAt;
    needed_by: Array<string>;
  }>;
  /** Only if rulings settle a question that would decide and that the format leaves open: the question, the reading in force, and the rulings. */
  settled?: Array<{
    question: CommonSlug;
    title: string;
    reading: VerdictOpenItemsReadingsItems;
    rulings: VerdictRulings;
    at: VerdictFindingAt;
    needed_by: VerdictSettledItemsNeededBy;
  }>;
  unknown: VerdictUnknown;
  /** Only if the verdict is illegal but each error can be settled by more cards or a choice: one entry for each error. The verdict is still illegal. A legion over its limit is never unfinished. */
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
  /** Only if the verdict is undetermined but most likely illegal: the legion is illegal unless an unknown card text lifts a rule. `unless` lists the facts that could change this, `findings` the errors otherwise. The verdict is still undetermined. */
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
  /** Only if there are any: cards in the legion's collections that this release does not contain. They are ignored. */
  not_found?: Array<VerdictNotFound>;
  /** Only if the legion names any: the house rules it was judged under, by slug. */
  house_rules?: Array<{
    slug: CommonSlug;
    name: string;
  }>;
  /** Only with house rules: the outcome without them. */
  without?: {
    verdict: VerdictVerdict;
    points: VerdictPoints;
    findings: VerdictFindings;
    unknown: VerdictUnknown;
  };
};

/** SHA-256 of the legion as judged. The order of its entries does not matter. */
export type VerdictDigest = string;

/** Only if the legion has own numbers: each number by card and fact, and how it was used. */
export type VerdictFacts = Array<{
  /** The slug under which it was sent. */
  card: CommonSlug;
  fact: VerdictPointer;
  /** The value that the legion states for the card. */
  value: unknown;
  /** used: the catalog does not know the fact, so the legion is judged by this value. known: the catalog's value counts instead. not-in-legion, not-in-catalog: the card is missing there, so the value is not used. */
  state: "used" | "known" | "not-in-legion" | "not-in-catalog";
  /** The places of the card in the legion. */
  at: Array<VerdictPointer>;
  /** Only with known: the catalog's value; null if the card has no such fact or the stated value contradicts other facts of the card. */
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
  /** Only if requested, on errors: the smallest edits that make the legion legal, the best first. */
  fixes?: Array<VerdictFix>;
};

export type VerdictFindingAt = Array<VerdictPointer>;

export type VerdictFindingCite = {
  source: string;
  page: number | null;
  section: string | null;
  /** The address of the section, if the source is the rulebook of the game; otherwise null. */
  at?: string | null;
};

export type VerdictFindingCode = string;

/** The numbers and names the message is filled from. */
export type VerdictFindingFacts = Record<string, unknown>;

export type VerdictFindingLevel = "error" | "warning";

export type VerdictFindingMessage = string;

export type VerdictFindings = Array<VerdictFinding>;

/** An edit of the legion that was judged: with it the legion is legal. */
export type VerdictFix = {
  /** A JSON Patch (RFC 6902) of the legion; apply its steps in this order. */
  do: Array<VerdictFixDoItems>;
  /** The change of the price; null if unknown. */
  points: number | null;
  verdict: "legal";
};

export type VerdictFixDoItems = {
  op: "add" | "remove" | "replace";
  path: VerdictPointer;
  /** A slug, a list of slugs or a number. Absent if something is removed. */
  value?: unknown;
};

/** The price, line by line. The known lines sum to the known part, or to more if discounts are possible. */
export type VerdictLedger = Array<{
  at: VerdictPointer;
  card: CommonSlug;
  reason: string;
  each?: number;
  points: number | null;
  /** Only if the points rely on own numbers of the legion. */
  by_your_word?: true;
}>;

/** Only if fixes were requested and none was found: the reason. No edit helps (nothing-mends); not all edits could be tried (too-many-ways); it is proven that the available cards allow no legal list (no-legal-list); cards with unknown facts were left out (cards-left-out); or the solver was busy (not-searched): try again. */
export type VerdictNoFix = {
  code: "nothing-mends" | "too-many-ways" | "no-legal-list" | "cards-left-out" | "not-searched";
  message: string;
};

/** An unknown word, which was ignored. */
export type VerdictNotFound = {
  /** Its place in the request. */
  at: VerdictPointer;
  /** The word. */
  slug: string;
  /** The words that may have been meant, the closest first. Only the first five unknown words have suggestions. */
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
  /** Null if a cost that counts is unknown. */
  total: number | null;
  /** The known part of the total. Possible discounts by unknown card texts are not subtracted. */
  known: number;
  /** The lowest limit on the cost of the whole list. Null without a limit, and for a team with a limit for each player, unless a house rule limits all together. */
  limit: number | null;
};

export type VerdictRelease = number;

/** A note about the legion that is not a breach of a rule. */
export type VerdictRemark = {
  code: VerdictFindingCode;
  at: VerdictFindingAt;
  message: VerdictFindingMessage;
  facts: VerdictFindingFacts;
};

export type VerdictRuleset = string;

/** Only if there are any: the rulings about this, as the release has them, by slug. */
export type VerdictRulings = Array<{
  slug: CommonSlug;
  /** The question in a few words. */
  name: string;
}>;

export type VerdictSettledItemsNeededBy = Array<string>;

/** The unknown facts that the verdict depends on, and the rules that need them. */
export type VerdictUnknown = Array<VerdictUnknownItems>;

export type VerdictUnknownItems = {
  card: CommonSlug;
  fact: VerdictPointer;
  at: Array<VerdictPointer>;
  needed_by: Array<string>;
};

export type VerdictVerdict = "legal" | "illegal" | "undetermined";

/** The result of a waived rule, in the form of a finding. */
export type VerdictWaived = {
  code: VerdictFindingCode;
  level: VerdictFindingLevel;
  at: VerdictFindingAt;
  message: VerdictFindingMessage;
  facts: VerdictFindingFacts;
  cite: VerdictFindingCite;
  by: VerdictWaivedBy;
};

/** The document that waives the rule; the first by slug if several house rules do. */
export type VerdictWaivedBy = {
  kind: string;
  slug: CommonSlug;
  name: string;
};
