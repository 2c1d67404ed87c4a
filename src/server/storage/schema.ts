import type { ColumnType, Generated } from 'kysely';
import type { CreditKind, PaymentState } from '../../protocol/payments.ts';
import type { ApiTokenTable, WebhookCursorTable, WebhookDeliveryTable, WebhookTable } from './api-tables.ts';
import type {
  ChangeTable,
  EmbedTable,
  FinishPicturePartTable,
  FinishPictureTable,
  LetterheadTable,
  EventAdminTable,
  EventKeyTable,
  EventTable,
  FirstStateTable,
  HistoryLinkTable,
  LibraryTable,
  RacerTable,
  ReceiptTable,
  ResultTable,
  ScreenKeyTable,
  StateSnapshotTable,
} from './event-tables.ts';
import type { FollowedEventTable, FollowedRacerTable, FollowerMessageTable, FollowerTable } from './follower-tables.ts';
import type {
  RunBlockTable,
  RunLibraryTable,
  RunRemovalTable,
  RunShareTable,
  RunSourceTable,
  RunSummaryTable,
  RunTable,
  SamplePartTable,
  VideoUploadTable,
} from './run-tables.ts';

/**
 * Tables as Kysely sees them. Times of ours are epoch milliseconds and flags are 0 or 1 on both engines; the four
 * tables that better-auth reads and writes (user, session, account, verification) keep its own forms.
 */
export interface Schema {
  user: UserTable;
  session: SessionTable;
  account: AccountTable;
  verification: VerificationTable;
  profiles: ProfileTable;
  shareGroups: ShareGroupTable;
  creditAccounts: CreditAccountTable;
  creditTransfers: CreditTransferTable;
  mail: MailTable;
  events: EventTable;
  eventAdmins: EventAdminTable;
  eventKeys: EventKeyTable;
  screenKeys: ScreenKeyTable;
  snapshots: FirstStateTable;
  stateSnapshots: StateSnapshotTable;
  changes: ChangeTable;
  receipts: ReceiptTable;
  libraries: LibraryTable;
  racers: RacerTable;
  invitations: InvitationTable;
  invitationMails: InvitationMailTable;
  closedMailboxes: ClosedMailboxTable;
  payments: PaymentTable;
  paymentMessages: PaymentMessageTable;
  sandboxIntents: SandboxIntentTable;
  sandboxDeliveries: SandboxDeliveryTable;
  runLibraries: RunLibraryTable;
  runs: RunTable;
  runSummaries: RunSummaryTable;
  runShares: RunShareTable;
  runRemovals: RunRemovalTable;
  runBlocks: RunBlockTable;
  runSources: RunSourceTable;
  sampleParts: SamplePartTable;
  videoUploads: VideoUploadTable;
  welcomeGifts: WelcomeGiftTable;
  erasures: ErasureTable;
  nodes: NodeTable;
  gate: GateTable;
  results: ResultTable;
  upkeep: UpkeepTable;
  series: SeriesTable;
  apiTokens: ApiTokenTable;
  webhooks: WebhookTable;
  webhookCursors: WebhookCursorTable;
  webhookDeliveries: WebhookDeliveryTable;
  embeds: EmbedTable;
  letterheads: LetterheadTable;
  finishPictures: FinishPictureTable;
  finishPictureParts: FinishPicturePartTable;
  historyLinks: HistoryLinkTable;
  handicapTables: HandicapTableTable;
  followers: FollowerTable;
  followedEvents: FollowedEventTable;
  followedRacers: FollowedRacerTable;
  followerMessages: FollowerMessageTable;
}

/** Text in SQLite, timestamptz in PostgreSQL. */
type Moment = ColumnType<string | Date, string, string>;
/** 0 or 1 in SQLite, boolean in PostgreSQL. */
type Flag = ColumnType<number | boolean, number | boolean, number | boolean>;

interface UserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: Flag;
  image: string | null;
  createdAt: Moment;
  updatedAt: Moment;
  isAnonymous: Flag | null;
}

interface SessionTable {
  id: string;
  expiresAt: Moment;
  token: string;
  createdAt: Moment;
  updatedAt: Moment;
  ipAddress: string | null;
  userAgent: string | null;
  userId: string;
}

interface AccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: Moment | null;
  refreshTokenExpiresAt: Moment | null;
  scope: string | null;
  password: string | null;
  createdAt: Moment;
  updatedAt: Moment;
}

interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: Moment;
  createdAt: Moment;
  updatedAt: Moment;
}

interface ProfileTable {
  userId: string;
  username: string;
  accepted: number;
  origin: string;
  createdAt: number;
  /** Chosen language; null where none was. */
  language: Generated<string | null>;
}

interface ShareGroupTable {
  id: string;
  ownerId: string;
  name: string;
  createdAt: number;
}

/** `userId` is the only link between a person and the ledger: deleting an account clears it, and the rows stay. */
interface CreditAccountTable {
  id: string;
  kind: 'user' | 'house';
  userId: string | null;
  /** Balance that the database itself keeps from the transfers. Always 0 for the house. */
  balance: Generated<number>;
  createdAt: number;
}

interface CreditTransferTable {
  id: string;
  /** Cause of this transfer. Unique: the same cause never moves credits twice. */
  cause: string;
  kind: CreditKind;
  /** The event, racer or payment that the transfer is about. An id, never a name: these rows outlive the person. */
  subjectId: string | null;
  /** The person's side; the other one is the house. */
  account: string;
  /** Counts the transfers of this account, from 1 without gaps. */
  number: number;
  fromAccount: string;
  toAccount: string;
  amount: number;
  balanceAfter: number;
  createdAt: number;
}

interface MailTable {
  id: string;
  to: string;
  subject: string;
  text: string;
  createdAt: number;
  attempts: Generated<number>;
  nextAttemptAt: number;
  sentAt: number | null;
  failedAt: number | null;
  lastError: string | null;
  unsubscribe: string | null;
}

interface InvitationTable {
  id: string;
  eventId: string;
  userId: string;
  createdAt: number;
}

/**
 * Mail to an invited person. It refers to no account: it counts for its recipient, also when the inviter's account is
 * deleted.
 */
interface InvitationMailTable {
  /** Id of the command. */
  id: string;
  eventId: string;
  /** The address as a keyed hash. */
  recipient: string;
  /** Null: no mail was sent, because the recipient wants none. */
  mailId: string | null;
  createdAt: number;
}

/** Recipients who want no more invitations, as a keyed hash of the address. */
interface ClosedMailboxTable {
  recipient: string;
  createdAt: number;
}

/**
 * `account` is the payer's account in the ledger: its link to the person goes when they delete their account, the
 * payment stays.
 */
interface PaymentTable {
  id: string;
  provider: string;
  intentId: string | null;
  account: string;
  amount: number;
  priceCents: number;
  state: PaymentState;
  problem: string | null;
  createdAt: number;
  /** IANA name of the buyer's zone. */
  zone: Generated<string | null>;
  paidAt: number | null;
  refundedCents: Generated<number>;
  /** Credits that a refund has taken back, and those that were spent before it could. */
  takenBack: Generated<number>;
  owed: Generated<number>;
  checks: Generated<number>;
  /** Time at which the provider is asked, if its message has not come by then. */
  nextCheckAt: number;
}

interface PaymentMessageTable {
  provider: string;
  id: string;
  type: string;
  intentId: string | null;
  /** Null when the message is about no payment of ours. */
  paymentId: string | null;
  receivedAt: number;
}

interface SandboxIntentTable {
  id: string;
  paymentId: string;
  clientSecret: string;
  state: 'open' | 'asking' | 'paid' | 'cancelled';
  /** Whether the bank will pay, while it asks back. */
  pays: Generated<number>;
  priceCents: number;
  refundedCents: Generated<number>;
  problem: string | null;
  createdAt: number;
}

interface SandboxDeliveryTable {
  id: string;
  messageId: string;
  type: string;
  intentId: string;
  attempts: Generated<number>;
  dueAt: number;
}

interface WelcomeGiftTable {
  /** Keyed hash of the address: it outlives the account, and the address cannot be read from it. */
  address: string;
  /** Whether the next account for this address gets the gift. */
  isFree: number;
  /** Whether the gift was spent once by another account. */
  wasReturned: number;
}

/** A deleted account, while other owners' events may still name it. The row goes when none does. */
interface ErasureTable {
  id: string;
  userId: string;
  /** Null if the address was never confirmed: rights given to it are another person's. */
  email: string | null;
  /** Salt of the stand-in names, a different one in each event. Once the salt is gone, they cannot be linked. */
  salt: string;
  createdAt: number;
  /** Time at which the pass under way began. */
  startedAt: number | null;
  /** Progress of that pass, in the order of the events' ids. */
  lastEventId: string;
  attempts: Generated<number>;
  /** Time at which a node is to go on with the erasure. */
  dueAt: number;
}

/**
 * A node that is up. The row goes when the node stops in order, and does not count when the node was not seen for a
 * while.
 */
interface NodeTable {
  id: string;
  name: string;
  /** The newest schema version that the node knows. */
  schema: number;
  startedAt: number;
  seenAt: number;
}

/** A single row with the newest schema version that may be written; the version only grows. */
interface GateTable {
  id: number;
  schema: number;
}

/** A series as its owner wrote it. `linkKey`: null while nobody else may read its standings. */
interface SeriesTable {
  id: string;
  ownerId: string;
  name: string;
  document: string;
  version: number;
  linkKey: string | null;
  createdAt: number;
}

/** A table of handicaps as its owner uploaded it: `rows` as packed JSON. Never changed. */
interface HandicapTableTable {
  id: string;
  userId: string;
  name: string;
  version: string;
  rows: string;
  createdAt: number;
}

/** One row for each job that one node at a time does. */
interface UpkeepTable {
  job: string;
  /** Time at which a node is to do the job; while a node is at it, when another may take over. */
  dueAt: number;
  /** Cursor of an interrupted pass. */
  cursor: string;
}
