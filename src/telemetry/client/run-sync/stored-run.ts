import type { ErrorCode } from '../../../protocol/errors.ts';
import type { Run, RunDetails } from '../../protocol/runs.ts';
import type { BlockedOwner, OwnRunSummary, SharedRunSummary } from '../../protocol/runs.ts';

/** A run that this device knows of and has not fetched yet. */
export type ArrivingRun = OwnRunSummary | SharedRunSummary;

/** The parts of the server's lists beyond the runs themselves. */
export interface Listed {
  readonly arriving: readonly ArrivingRun[];
  readonly offers: readonly SharedRunSummary[];
  readonly blocked: readonly BlockedOwner[];
}

export interface LocalRun extends Run {
  /** Part of the run is on this device only. */
  readonly isWaiting: boolean;
  /** Why the server refused the last change; the change stays on this device. */
  readonly refusal: ErrorCode | null;
}

/**
 * A change that was made here and has not reached the server: only the fields that were set, so that it can be made
 * again on a newer version.
 */
export interface WaitingChange {
  readonly fields: Partial<RunDetails>;
  /** When the run was deleted; null when it was restored. */
  readonly deletedAt?: number | null;
}

/** A run as it lies on this device. */
export interface StoredRun {
  readonly userId: string;
  readonly id: string;
  /** The run as the server has it; null before it has reached the server. */
  readonly confirmed: Run | null;
  readonly change: WaitingChange | null;
  /** Sources whose samples the server does not have. */
  readonly unsent: readonly string[];
  readonly refusal: ErrorCode | null;
  readonly createdAt: number;
  /** The stamp differs after each write: a reader sees that the run has changed. */
  readonly stamp: string;
}

export type UnstampedRun = Omit<StoredRun, 'stamp'>;

export function detailsOf({ confirmed, change }: StoredRun | UnstampedRun): RunDetails {
  // Before the run has reached the server, the change holds all fields.
  return { ...confirmed?.details, ...change?.fields } as RunDetails;
}

export function deletedAtOf({ confirmed, change }: StoredRun | UnstampedRun): number | null {
  return change?.deletedAt === undefined ? (confirmed?.deletedAt ?? null) : change.deletedAt;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The top-level fields in which the two differ, as the second has them. */
export function fieldsChanged(before: RunDetails, after: RunDetails): Partial<RunDetails> {
  const names = Object.keys(after) as (keyof RunDetails)[];
  return Object.fromEntries(
    names.filter((name) => !isSame(before[name], after[name])).map((name) => [name, after[name]]),
  );
}

export function withChange(stored: UnstampedRun, change: WaitingChange): UnstampedRun {
  const fields = { ...stored.change?.fields, ...change.fields };
  return { ...stored, change: { ...stored.change, ...change, fields }, refusal: null };
}

/** The run as the server has it, for one that is not on this device yet. */
export const storedFrom = (userId: string, run: Run): UnstampedRun => ({
  userId,
  id: run.id,
  confirmed: run,
  change: null,
  unsent: [],
  refusal: null,
  createdAt: run.createdAt,
});

/** The server has taken `sent`. Fields set here in the meantime stay, to be sent on top of it. */
export function withConfirmed(stored: UnstampedRun, run: Run, sent: WaitingChange): UnstampedRun {
  const { change } = stored;
  if (change === null) return { ...stored, confirmed: run };
  const left = Object.entries(change.fields).filter(
    ([name, value]) => !isSame(value, sent.fields[name as keyof RunDetails]),
  );
  const deletion = change.deletedAt === sent.deletedAt ? {} : { deletedAt: change.deletedAt };
  const isDone = left.length === 0 && !('deletedAt' in deletion);
  return {
    ...stored,
    confirmed: run,
    change: isDone ? null : ({ fields: Object.fromEntries(left), ...deletion } as WaitingChange),
  };
}

/** Part of the run is nowhere but here: not sent yet, or refused. It stays, whichever user signs in on this device. */
export const isOnlyHere = ({ change, unsent }: StoredRun): boolean => change !== null || unsent.length > 0;

export const hasSomethingToSend = (stored: StoredRun): boolean => {
  if (stored.refusal !== null) return false;
  // Deleted before it ever reached the server: there is nothing to send.
  if (stored.confirmed === null && deletedAtOf(stored) !== null) return false;
  return isOnlyHere(stored);
};

/** Unchanged parts keep their identity: screens that compare by identity draw only what has changed. */
function keepSame<Value extends object>(before: Value | undefined, after: Value): Value {
  if (before === undefined) return after;
  const names = Object.keys(after) as (keyof Value)[];
  return Object.fromEntries(
    names.map((name) => [name, isSame(before[name], after[name]) ? before[name] : after[name]]),
  ) as Value;
}

export function showRun(stored: StoredRun, before?: LocalRun): LocalRun {
  const { userId, id, confirmed, refusal, createdAt } = stored;
  return {
    id,
    ownerId: confirmed?.ownerId ?? userId,
    ownerName: confirmed?.ownerName ?? '',
    role: confirmed?.role ?? 'owner',
    version: confirmed?.version ?? 0,
    createdAt: confirmed?.createdAt ?? createdAt,
    deletedAt: deletedAtOf(stored),
    details: keepSame(before?.details, detailsOf(stored)),
    sharing: confirmed === null ? { emails: [], linkKey: null } : confirmed.sharing,
    isWaiting: isOnlyHere(stored),
    refusal,
  };
}

const momentOf = ({ details, createdAt }: LocalRun): number =>
  details.timestamp === null ? createdAt : details.timestamp * 1000;

export const newestFirst = (one: LocalRun, other: LocalRun): number =>
  momentOf(other) - momentOf(one) || (one.id < other.id ? 1 : -1);
