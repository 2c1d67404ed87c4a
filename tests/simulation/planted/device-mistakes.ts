import { SCHEMA_VERSION } from '../../../src/protocol/schema-version.ts';
import type { CachedEvent, SyncStorage, Transport } from '../../../src/client/sync/ports.ts';
import type { RowsFrame } from '../../../src/domain/sights/set-rows.ts';
import type { Change } from '../../../src/domain/model/changes.ts';
import type { Command } from '../../../src/protocol/commands.ts';
import { type ErrorCode, errors } from '../../../src/protocol/errors.ts';
import type { Mistake } from '../mistake.ts';

const forget = (storage: SyncStorage, userId: string, commands: readonly Command[]): Promise<void> =>
  storage.settle({ userId, remove: commands.map(({ id }) => id), events: [] });

/** Drops a batch that was answered with a matching code. */
const dropOn = (isSo: (code: ErrorCode) => boolean): Mistake => ({
  transport: (transport, storage) => ({
    ...transport,
    async sendCommands(batch) {
      const answer = await transport.sendCommands(batch);
      if (!answer.ok && isSo(answer.error.code)) await forget(storage, batch.userId, batch.commands);
      return answer;
    },
  }),
});

/** Drops commands that were refused with a matching code, instead of keeping them for their sender. */
const dropRefused = (isSo: (code: ErrorCode) => boolean): Mistake => ({
  storage: (storage) => ({
    ...storage,
    async refuseRow(id, code) {
      await storage.refuseRow(id, code);
      if (isSo(code)) await storage.dismissRow(id);
    },
  }),
});

const onChanges = (
  transport: Transport,
  change: (eventId: string, changes: readonly Change[]) => readonly Change[],
): Transport => ({
  ...transport,
  openSocket: (handlers) =>
    transport.openSocket({
      ...handlers,
      onMessage(message) {
        if (message.type !== 'changes') handlers.onMessage(message);
        else handlers.onMessage({ ...message, changes: change(message.eventId, message.changes) });
      },
    }),
});

const onRows = (
  transport: Transport,
  deliver: (frame: RowsFrame, hear: (frame: RowsFrame) => void) => void,
): Transport => ({
  ...transport,
  openSocket: (handlers) =>
    transport.openSocket({
      ...handlers,
      onMessage(message) {
        if (message.type !== 'rows') handlers.onMessage(message);
        else deliver(message, handlers.onMessage);
      },
    }),
});

export const deviceMistakes: Readonly<Record<string, Mistake>> = {
  'drops commands on 401': dropOn((code) => errors[code].http === 401),
  'drops commands on 5xx': dropOn((code) => errors[code].http >= 500),
  'drops commands on 4xx for the whole batch': dropOn((code) => errors[code].http < 500 && errors[code].http !== 401),
  'drops commands when the event was deleted': dropRefused((code) => code === 'event-deleted'),
  'drops commands that were refused': dropRefused(() => true),
  'tries a refused command again under a new id': {
    transport: (transport, _storage, tab) => ({
      ...transport,
      async sendCommands(batch) {
        const answer = await transport.sendCommands(batch);
        if (!answer.ok) return answer;
        const refused = new Set(answer.value.answers.flatMap(({ id, status }) => (status === 'refused' ? [id] : [])));
        const again = batch.commands
          .filter(({ id }) => refused.has(id))
          .map((command) => ({ ...command, id: tab.sync.makeId() }));
        if (again.length > 0) await transport.sendCommands({ ...batch, commands: again });
        return answer;
      },
    }),
  },
  'stamps the captured time anew when sending': {
    transport: (transport, _storage, tab) => ({
      ...transport,
      sendCommands: (batch) =>
        transport.sendCommands({
          ...batch,
          commands: batch.commands.map((command) => ({ ...command, captured: tab.device.clock.read() })),
        }),
    }),
  },
  'rounds the captured time when storing': {
    storage: (storage) => ({
      ...storage,
      addRows: (userId, commands) =>
        storage.addRows(
          userId,
          commands.map((command) => ({
            ...command,
            captured: { ...command.captured, monotonic: Math.round(command.captured.monotonic) },
          })),
        ),
    }),
  },
  'removes rows before the answer': {
    transport: (transport, storage) => ({
      ...transport,
      async sendCommands(batch) {
        await forget(storage, batch.userId, batch.commands);
        return transport.sendCommands(batch);
      },
    }),
  },
  'takes "later" for "accepted"': {
    transport: (transport) => ({
      ...transport,
      async sendCommands(batch) {
        const answer = await transport.sendCommands(batch);
        if (!answer.ok) return answer;
        const answers = answer.value.answers.map((each) =>
          each.status === 'later' ? ({ id: each.id, status: 'accepted', changes: [], racer: null } as const) : each,
        );
        return { ok: true, value: { answers } };
      },
    }),
  },
  'matches answers by their place': {
    transport: (transport) => ({
      ...transport,
      async sendCommands(batch) {
        const answer = await transport.sendCommands(batch);
        if (!answer.ok) return answer;
        const { answers } = answer.value;
        return {
          ok: true,
          value: {
            answers: answers.map((each, index) => ({ ...each, id: answers[(index + 1) % answers.length]!.id })),
          },
        };
      },
    }),
  },
  'says "recorded" before it is on disk': {
    storage: (storage) => ({
      ...storage,
      async addRows(userId, commands) {
        void storage.addRows(userId, commands).catch(() => {});
        return commands.map((command) => ({
          userId,
          command,
          order: Number.MAX_SAFE_INTEGER,
          state: 'pending',
          schema: SCHEMA_VERSION,
        }));
      },
    }),
  },
  'sends the newest first': {
    storage: (storage) => ({
      ...storage,
      listRows: async (userId) => (await storage.listRows(userId)).toReversed(),
    }),
  },
  'sends other people’s rows as one’s own': {
    storage: (storage, disk) => ({
      ...storage,
      async listRows(userId) {
        await storage.listRows(userId);
        return [...disk.rows.values()].toSorted((one, other) => one.order - other.order);
      },
    }),
  },
  'saves the number before the rows': {
    storage: (storage, disk) => ({
      ...storage,
      async saveEvent(userId: string, cached: CachedEvent) {
        const before = disk.events.get(`${userId} ${cached.event.id}`);
        if (before !== undefined)
          await storage.saveEvent(userId, { ...before, event: { ...before.event, seq: cached.event.seq } });
        return storage.saveEvent(userId, cached);
      },
    }),
  },
  'applies changes twice': {
    transport: (transport) =>
      onChanges(transport, (_eventId, changes) => {
        const last = changes.at(-1);
        return last === undefined ? changes : [...changes, { ...last, seq: last.seq + 1 }];
      }),
  },
  'passes over a gap': {
    transport(transport) {
      const last = new Map<string, number>();
      return onChanges(transport, (eventId, changes) => {
        const first = changes[0];
        const from = last.get(eventId);
        if (first === undefined) return changes;
        const filled: Change[] = [];
        for (let seq = (from ?? first.seq - 1) + 1; seq < first.seq; seq += 1) {
          const { commandId, at, by } = first;
          filled.push({ type: 'withheld', eventId, seq, commandId, at, by });
        }
        last.set(eventId, changes.at(-1)!.seq);
        return [...filled, ...changes];
      });
    },
  },
  'takes rows in the order in which they come': {
    transport(transport) {
      let held: RowsFrame | null = null;
      return onRows(transport, (frame, hear) => {
        const before = held;
        held = before === null ? frame : null;
        if (before === null) return;
        hear({ ...frame, after: 0 });
        hear(before);
      });
    },
  },
  'takes rows of another event': {
    transport: (transport) =>
      onRows(transport, (frame, hear) => {
        const rows = frame.rows.map((row) => ({
          ...row,
          entry: { ...row.entry, racerId: `other ${row.entry.racerId}` },
        }));
        hear({ ...frame, rows });
      }),
  },
};
