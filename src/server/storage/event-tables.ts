import type { Generated } from 'kysely';

/** One row for each event. The log is the truth; these columns are what events are found and listed by. */
export interface EventTable {
  id: string;
  ownerId: string;
  name: string;
  createdAt: number;
  timeZone: string;
  deletedAt: number | null;
  sharedGroupId: string | null;
  awaitingCredits: number;
  total: number;
  finished: number;
  onCourse: number;
  /** The number of the last change. Whoever writes holds the lock on this row. */
  seq: number;
  /** How often its log was rewritten: what a node remembers of it from before is out of date, though its number is not. */
  rewrites: Generated<number>;
  /** Where its log ended then: whoever has it up to there, or less, must get the whole. */
  rewrittenSeq: Generated<number>;
  /** Up to which change its rows in `results` are complete. Below `seq`: they are to be caught up before anybody reads them. */
  resultsSeq: Generated<number>;
  /** Since when it is on its way out: nobody finds it any more, and its rows go in small steps. */
  goneAt: number | null;
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
  status: string;
  startAt: number | null;
  finishAt: number | null;
  splits: string;
  grossMs: number | null;
  penaltyMs: number;
  netMs: number | null;
  publishedMs: number | null;
  uncertaintyMs: number | null;
  seq: number;
}

/** Written for nodes of Beta 0.23, and by them; read by them alone. */
export interface FirstStateTable {
  eventId: string;
  state: string;
}

/** A state of an event, at most as new as its log. */
export interface StateSnapshotTable {
  eventId: string;
  /** The schema version of its shape. */
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

export interface ChangeTable {
  eventId: string;
  seq: number;
  body: string;
}

export interface ReceiptTable {
  commandId: string;
  /** Empty once their account is gone. */
  userId: string;
  bodyHash: string;
  outcome: string;
  createdAt: number;
  /** Of the tap as the log says it since the person who made it is gone. */
  erasedHash: string | null;
}

/** One row for each person with a library: what is locked while it changes. */
export interface LibraryTable {
  userId: string;
}

export interface RacerTable {
  id: string;
  createdBy: string;
  name: string;
  groups: string;
  createdAt: number;
  deletedAt: number | null;
  awaitingCredits: number;
}
