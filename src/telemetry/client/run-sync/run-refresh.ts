import { type ArrivingRun, isOnlyHere, storedFrom, type StoredRun } from './stored-run.ts';
import { ok, type Result } from '../../../domain/result.ts';
import type { Run } from '../../protocol/runs.ts';
import type { CallError } from '../../../client/session/create-call.ts';
import type { RunSyncPorts } from './ports.ts';

/** Runs fetched at once: a season comes to a new device in the background, and the server has others to serve. */
const READ_AT_ONCE = 4;
/** Runs fetched before the list is shown again: showing reads all runs of the device. */
const SHOWN_AFTER = 24;

export type RunRefreshPorts = Pick<RunSyncPorts, 'userId' | 'storage' | 'calls' | 'onStored' | 'onListed'> & {
  readonly isOver: () => boolean;
  /** The last list of the account's own runs of which every run is stored. */
  readonly last: { own: { readonly version: string | undefined; readonly ids: readonly string[] } | null };
};

/**
 * Fetches the lists, which are short, and then the runs that are stored in another version. False where it did not come
 * to an end: what was read is stored, and the next try goes on from there.
 */
export async function refreshRuns(ports: RunRefreshPorts): Promise<boolean> {
  const { userId, storage, calls, onStored, onListed, isOver, last } = ports;
  // Read before the lists: a run that is stored meanwhile may be missing in them, and must not be dropped.
  const known = new Map((await storage.listRuns(userId)).map((stored) => [stored.id, stored]));
  const own = await readPages((after) => calls.list(after, after === null ? last.own?.version : undefined));
  if (!own.ok) return false;
  const { version, isSame = false } = own.value[0]!;
  // 'Nothing has changed' about a list that is not stored: taking it for an empty list would drop every run.
  if (isSame && last.own === null) return false;
  const shared = await readPages(calls.listShared);
  if (!shared.ok || isOver()) return false;
  const { offers = [], blocked = [] } = shared.value[0] ?? {};
  const listed = [...own.value, ...shared.value].flatMap<ArrivingRun>(({ runs }) => runs);
  const wanted = listed.filter((summary) => isNews(summary, known.get(summary.id)));
  const here = new Set(known.keys());
  const isArriving = (summary: ArrivingRun) =>
    !here.has(summary.id) && !('deletedAt' in summary && summary.deletedAt !== null);
  const show = () => onListed({ arriving: wanted.filter(isArriving), offers, blocked });

  show();
  const ownIds = isSame ? last.own!.ids : own.value.flatMap(({ runs }) => runs.map(({ id }) => id));
  await dropUnlisted(ports, known, new Set([...ownIds, ...listed.map(({ id }) => id)]));
  await onStored();
  for (let from = 0; from < wanted.length; from += SHOWN_AFTER) {
    const isRead = await readRuns(ports, wanted.slice(from, from + SHOWN_AFTER), here);
    await onStored();
    show();
    if (!isRead) return false;
  }
  last.own = { version, ids: ownIds };
  return true;
}

async function readPages<Page extends { readonly next: string | null }>(
  ask: (after: string | null) => Promise<Result<Page, CallError>>,
): Promise<Result<readonly Page[], CallError>> {
  const pages: Page[] = [];
  let after: string | null = null;
  do {
    const page: Result<Page, CallError> = await ask(after);
    if (!page.ok) return page;
    pages.push(page.value);
    after = page.value.next;
  } while (after !== null);
  return ok(pages);
}

function isNews(summary: ArrivingRun, stored: StoredRun | undefined): boolean {
  const confirmed = stored?.confirmed;
  if (confirmed?.revision !== summary.revision) return true;
  return 'ownerName' in summary && summary.ownerName !== confirmed.ownerName;
}

async function readRuns(
  { userId, storage, calls, isOver }: RunRefreshPorts,
  some: readonly ArrivingRun[],
  here: Set<string>,
): Promise<boolean> {
  for (let from = 0; from < some.length; from += READ_AT_ONCE) {
    const answers = await Promise.all(some.slice(from, from + READ_AT_ONCE).map(({ id }) => calls.read(id, null)));
    if (isOver()) return false;
    for (const answer of answers) {
      if (answer.ok) {
        const run = answer.value;
        await storage.updateRun(userId, run.id, (now) => withNews(userId, now, run));
        here.add(run.id);
      }
      // The run was unshared or deleted since the list was made: the next list knows.
      else if (answer.error.code !== 'run-not-found') return false;
    }
  }
  return true;
}

/** A change that waits here stays, to be made again on the newer version. */
function withNews(userId: string, now: StoredRun | undefined, run: Run) {
  if (now === undefined) return storedFrom(userId, run);
  const isOlder = now.confirmed !== null && now.confirmed.version > run.version;
  return isOlder ? undefined : { ...now, confirmed: run };
}

/** Drops runs that are no longer shared or kept, or were deleted elsewhere. Waiting changes and deletions stay. */
async function dropUnlisted(
  { userId, storage }: RunRefreshPorts,
  known: ReadonlyMap<string, StoredRun>,
  listed: ReadonlySet<string>,
): Promise<void> {
  for (const stored of known.values()) {
    const { id, confirmed } = stored;
    if (listed.has(id) || confirmed === null || confirmed.deletedAt !== null || isOnlyHere(stored)) continue;
    await storage.updateRun(userId, id, (now) => (now?.stamp === stored.stamp ? null : undefined));
  }
}
