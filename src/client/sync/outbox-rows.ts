import type { Command } from '../../protocol/commands.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import type { CachedEvent, OutboxRow, SyncPorts } from './ports.ts';

/**
 * The rows of one user as this tab knows them: those on disk, and behind them those that the disk would not take. The
 * latter are sent like all others and offered to the disk again with every recording and refresh, oldest first.
 */
export interface OutboxRows {
  all(): readonly OutboxRow[];
  isAllStored(): boolean;
  /** True once the commands are on disk; false when they are only in memory. Never rejects: a tap is kept in any case. */
  add(commands: readonly Command[]): Promise<boolean>;
  refresh(): Promise<void>;
  settle(
    remove: readonly string[],
    events: readonly CachedEvent[],
    refused: readonly { readonly id: string; readonly code: ErrorCode }[],
    left: readonly string[],
  ): Promise<void>;
  dismiss(commandId: string): Promise<void>;
}

const BEHIND_ALL = Number.MAX_SAFE_INTEGER;

export function createOutboxRows(
  { storage, tabs, log }: Pick<SyncPorts, 'storage' | 'tabs' | 'log'>,
  userId: string,
  onChange: () => void,
): OutboxRows {
  let stored: readonly OutboxRow[] = [];
  let held: readonly OutboxRow[] = [];
  let shown: readonly OutboxRow[] = [];
  let adding = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs reads and writes one after the other: a list that was read before a row was written must not arrive after it. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  /** A write that was reported as failed may have reached the disk after all: a row that is there is not held. */
  function show(nextStored: readonly OutboxRow[], nextHeld: readonly OutboxRow[]): void {
    const onDisk = new Set(nextStored.map(({ command }) => command.id));
    stored = nextStored;
    held = nextHeld.filter(({ command }) => !onDisk.has(command.id));
    const next = [...stored, ...held];
    if (isSameRows(next, shown)) return;
    shown = next;
    onChange();
  }

  const withWritten = (written: readonly OutboxRow[]) => {
    const ids = new Set(written.map(({ command }) => command.id));
    return [...stored.filter(({ command }) => !ids.has(command.id)), ...written];
  };

  async function storeHeld(): Promise<void> {
    for (const row of held) {
      if (row.state === 'refused') continue;
      show(withWritten(await storage.addRows(userId, [row.command])), held);
      tabs.announce(userId);
    }
  }

  return {
    all: () => shown,
    isAllStored: () => (storage.isDurable ? held : shown).every(({ state }) => state === 'refused'),
    add(commands) {
      // Written at once where nothing older has still to be: a page that is left does not wait for what is read or settled.
      const ahead = adding === 0 && held.length === 0 ? storage.addRows(userId, commands) : null;
      // Its failure is met below.
      ahead?.catch(() => undefined);
      adding += 1;
      return inTurn(async () => {
        try {
          await storeHeld();
          show(withWritten(await (ahead ?? storage.addRows(userId, commands))), held);
          tabs.announce(userId);
          return storage.isDurable;
        } catch (error) {
          log('A command could not be stored on this device; it is held in memory', { error });
          const kept = commands.map((command): OutboxRow => {
            const copy = structuredClone(command);
            return { command: copy, userId, order: BEHIND_ALL, state: 'pending', schema: SCHEMA_VERSION };
          });
          show(stored, [...held, ...kept]);
          return false;
        } finally {
          adding -= 1;
        }
      });
    },
    refresh: () =>
      inTurn(async () => {
        try {
          show(await storage.listRows(userId), held);
          await storeHeld();
        } catch (error) {
          log('The outbox could not be read; what this tab knows of it is sent', { error });
        }
      }),
    settle: (remove, events, refused, left) =>
      inTurn(async () => {
        const gone = new Set(remove);
        const codes = new Map(refused.map(({ id, code }) => [id, code]));
        const update = (rows: readonly OutboxRow[]) =>
          rows.filter(({ command }) => !gone.has(command.id)).map((row) => markRefused(row, codes.get(row.command.id)));
        // Held rows are in no storage, so a storage that fails cannot keep them from being settled.
        show(stored, update(held));
        if (remove.length > 0) await storage.settle({ userId, remove, events, left });
        for (const { id, code } of refused) await storage.refuseRow(id, code);
        show(update(stored), held);
        tabs.announce(userId);
      }),
    dismiss: (commandId) =>
      inTurn(async () => {
        await storage.dismissRow(commandId);
        const keep = ({ command, state }: OutboxRow) => command.id !== commandId || state === 'pending';
        show(stored.filter(keep), held.filter(keep));
        tabs.announce(userId);
      }),
  };
}

function markRefused(row: OutboxRow, code: ErrorCode | undefined): OutboxRow {
  return code === undefined ? row : { ...row, state: 'refused', code };
}

function isSameRows(some: readonly OutboxRow[], others: readonly OutboxRow[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ command, state }, index) => {
      const other = others[index]!;
      return command.id === other.command.id && state === other.state;
    })
  );
}
