import type { ColumnType, Generated } from 'kysely';

/**
 * The tables as Kysely sees them. Times of ours are epoch milliseconds and flags are 0 or 1 on both engines;
 * the four tables that better-auth reads and writes (user, session, account, verification) keep its own forms.
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
  changes: ChangeTable;
  receipts: ReceiptTable;
  libraries: LibraryTable;
  racers: RacerTable;
  invitations: InvitationTable;
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
  balance: Generated<number>;
  createdAt: number;
}

interface CreditTransferTable {
  id: string;
  /** What made this transfer happen. Unique: the same cause never moves credits twice. */
  cause: string;
  kind: string;
  fromAccount: string;
  toAccount: string;
  amount: number;
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
}

/** One row for each event. The log is the truth; these columns are what events are found and listed by. */
interface EventTable {
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
  /** The state at some earlier number, as JSON. */
  snapshot: string;
}

interface EventAdminTable {
  eventId: string;
  /** `user:ID` or `email:ADDRESS`. */
  subject: string;
}

interface EventKeyTable {
  eventId: string;
  admin: string;
  viewer: string;
}

interface ChangeTable {
  eventId: string;
  seq: number;
  body: string;
}

interface ReceiptTable {
  commandId: string;
  userId: string;
  bodyHash: string;
  outcome: string;
  createdAt: number;
}

/** One row for each person with a library: what is locked while it changes. */
interface LibraryTable {
  userId: string;
}

interface RacerTable {
  id: string;
  createdBy: string;
  name: string;
  groups: string;
  createdAt: number;
  deletedAt: number | null;
  awaitingCredits: number;
}

interface InvitationTable {
  id: string;
  eventId: string;
  userId: string;
  createdAt: number;
}
