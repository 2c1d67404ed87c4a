import type { Generated } from 'kysely';

/** One row for each event. The log is the truth; events are found and listed by these columns. */
export interface EventTable {
  id: string;
  ownerId: string;
  name: string;
  createdAt: number;
  timeZone: string;
  deletedAt: number | null;
  sharedGroupId: string | null;
  awaitingCredits: number;
  /** `TeamRules` as JSON; null where no teams are ranked. */
  teamRules: string | null;
  /** Null: the rows are those of the release before, and are written anew before they are read. */
  ranking: string | null;
  total: number;
  finished: number;
  onCourse: number;
  /** Seq of the last change. A transaction that writes holds the lock on this row. */
  seq: number;
  /** Count of rewrites of the log: a cached state from before is out of date, though its seq is not. */
  rewrites: Generated<number>;
  /** Seq at the last rewrite: a page that has the event up to there, or less, must get the whole. */
  rewrittenSeq: Generated<number>;
  /** Seq up to which the rows in `results` are complete. Below `seq`: they are caught up before they are read. */
  resultsSeq: Generated<number>;
  /**
   * Time since which the event is being removed: no reader finds it any more, and its rows are deleted in small steps.
   */
  goneAt: number | null;
  /**
   * `Official` as JSON, with the corrections of racers who were taken out: those of the others are in `results`, or every
   * tap would write all of them. Null: the results are provisional.
   */
  official: string | null;
  /** `Course` as JSON, and what makes two courses one (`courseKeyOf`). Null: the owner has named none. */
  course: string | null;
  courseKey: string | null;
  /** The split points as JSON, in the order of the course; null where there are none. */
  points: string | null;
  /** Wind, rain, temperature; null where nothing is said. */
  conditions: string | null;
  /** 1: viewers are told of personal bests. */
  showsBests: number | null;
}

/** One row for each attempt of each entry: `ResultRow`, with its lists as JSON. */
export interface ResultTable {
  eventId: string;
  racerId: string;
  attempt: number;
  name: string;
  publicName: string;
  bib: string | null;
  groups: string;
  category: string | null;
  details: string | null;
  publicDetails: string | null;
  handicapMs: number | null;
  adjusted: string | null;
  status: string;
  startAt: number | null;
  finishAt: number | null;
  splits: string;
  grossMs: number | null;
  penaltyMs: number;
  netMs: number | null;
  publishedMs: number | null;
  uncertaintyMs: number | null;
  checkedMs: number | null;
  correction: string | null;
  total: string | null;
  seq: number;
}

/** Sites whose pages may show the board of an event. Events without a row are shown by none. */
export interface EmbedTable {
  eventId: string;
  /** Origins as JSON. */
  origins: string;
}

/** A finish whose pictures somebody has shared. */
export interface FinishPictureTable {
  eventId: string;
  tapId: string;
  /** `PictureFacts` as JSON. */
  facts: string;
  /** Of all its parts together. */
  bytes: number;
  /** When its time is over, whatever becomes of the event. */
  until: number;
  /** Somebody deleted its pictures. The row stays until then: a phone that was sending them is told, and stops. */
  removedAt: number | null;
}

export interface FinishPicturePartTable {
  eventId: string;
  tapId: string;
  /** 0: the strip. */
  part: number;
  type: string;
  body: Uint8Array;
}

/** What an owner has printed above the certificates of all their events. */
export interface LetterheadTable {
  userId: string;
  line: string;
  /** A PNG as a `data:` address. */
  logo: string | null;
}

/** The link of a racer's history. Racers without a row have none. */
export interface HistoryLinkTable {
  racerId: string;
  ownerId: string;
  key: string;
  createdAt: number;
}

/** Written for nodes of Beta 0.23, and by them; read by them alone. */
export interface FirstStateTable {
  eventId: string;
  state: string;
}

/** A state of an event, at most as new as its log. */
export interface StateSnapshotTable {
  eventId: string;
  /** Schema version of the state's shape. */
  schema: number;
  state: string;
}

export interface EventAdminTable {
  eventId: string;
  /** `user:ID` or `email:ADDRESS`. */
  subject: string;
}

export interface EventKeyTable {
  eventId: string;
  admin: string;
  viewer: string;
}

export interface ScreenKeyTable {
  id: string;
  eventId: string;
  name: string;
  key: string;
  createdAt: number;
  /** Null: made before this was stored. */
  createdBy: string | null;
  /** Null: made before this was stored. */
  kind: string | null;
}

export interface ChangeTable {
  eventId: string;
  seq: number;
  body: string;
}

export interface ReceiptTable {
  commandId: string;
  /** Empty once the sender's account is deleted. */
  userId: string;
  bodyHash: string;
  outcome: string;
  createdAt: number;
  /** Hash of the tap as the log has it since the sender was erased. */
  erasedHash: string | null;
}

/** One row for each person with a library: it is locked while the library changes. */
export interface LibraryTable {
  userId: string;
  /** Count of merges and separations of racers; answers that were kept under an earlier count are out of date. */
  merges: Generated<number>;
}

export interface RacerTable {
  id: string;
  /** `Details` as JSON. */
  details: string | null;
  createdBy: string;
  name: string;
  /** The racer of the same library who is the same person. */
  sameAs: string | null;
  groups: string;
  createdAt: number;
  deletedAt: number | null;
  awaitingCredits: number;
}
