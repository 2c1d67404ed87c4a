import { refuse, type Result } from '../../src/domain/result.ts';
import type { ChangesAnswer, SyncError, Transport } from '../../src/client/sync/ports.ts';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import type { Device, DeviceParts, Tab } from './device.ts';
import type { Person } from './people.ts';

/** A page's transport. Everything that arrives is recorded in the journal, with its addressee. */
export function createTransport({ link, journal, reads, sessions }: DeviceParts, device: Device, tab: Tab): Transport {
  const seqOf = (eventId: string): number => reads.event(eventId)?.seq ?? 0;
  const receive = (person: Person | null, eventId: string, key: string | undefined, what: ChangesAnswer): void => {
    const who = { device: device.name, person, key, eventId, upTo: seqOf(eventId) };
    if ('changes' in what) journal.delivered.push({ ...who, kind: 'changes', changes: what.changes });
    else if ('rows' in what) journal.delivered.push({ ...who, kind: 'rows', frame: what });
    else journal.delivered.push({ ...who, kind: 'whole', whole: what });
  };
  /** What a viewer's page shows after every message is checked when the run is over. */
  const watch = (): void => {
    for (const eventId of device.follows.keys()) {
      const { event, view, pendingIds } = tab.sync.event(eventId).getSnapshot();
      if (event !== null && view === 'viewer' && pendingIds.size === 0 && journal.watched.at(-1)?.event !== event) {
        journal.watched.push({ device: device.name, event });
      }
    }
  };
  /** A dead page receives nothing, and its promises never settle. */
  async function alive<Value>(reply: Promise<Result<Value, SyncError>>): Promise<Result<Value, SyncError>> {
    const settled = await reply;
    return tab.isAlive ? settled : new Promise(() => {});
  }
  const receiveAnswers = (person: Person | null, commands: readonly Command[], { answers }: CommandAnswers): void => {
    for (const answer of answers) {
      const command = commands.find(({ id }) => id === answer.id);
      if (answer.status !== 'accepted' || command === undefined || !('eventId' in command)) continue;
      if (answer.changes.length > 0) receive(person, command.eventId, undefined, answer);
    }
  };
  return {
    async sendCommands(batch) {
      const { token, person } = device;
      const reply = await alive(link.request('commands', (node) => node.sendCommands(token, batch)));
      if (reply.ok) receiveAnswers(person, batch.commands, reply.value);
      return reply;
    },
    fetchAccount() {
      const { token } = device;
      return alive(link.request('account', (node) => node.fetchAccount(token)));
    },
    async fetchEvent(eventId, key) {
      const { token, person } = device;
      const reply = await alive(link.request('event', (node) => node.fetchEvent(token, eventId, key)));
      if (reply.ok) receive(person, eventId, key, reply.value);
      return reply;
    },
    async fetchChanges(eventId, after, key, sights) {
      const { token, person } = device;
      const reply = await alive(
        link.request('changes', (node) => node.fetchChanges(token, eventId, after, key, sights)),
      );
      if (reply.ok) receive(person, eventId, key, reply.value);
      return reply;
    },
    // Share groups are not simulated.
    fetchGroup: async () => refuse({ code: 'not-found' }),
    exchangeClock: () => alive(link.request('clock', (node) => node.exchangeClock())),
    openSocket(handlers) {
      const { token } = device;
      const person = sessions.find(token);
      const socket = link.openSocket(
        token,
        {
          onOpen: () => void (tab.isAlive && handlers.onOpen()),
          onMessage(message) {
            if (!tab.isAlive) return;
            handlers.onMessage(message);
            watch();
          },
          onClose: () => void (tab.isAlive && handlers.onClose()),
        },
        (message, keyOf) => {
          if (!tab.isAlive) return;
          if (message.type === 'event') receive(person, message.event.id, keyOf(message.event.id), message);
          if (message.type === 'rows') receive(person, message.eventId, keyOf(message.eventId), message);
          if (message.type === 'changes') receive(person, message.eventId, keyOf(message.eventId), message);
        },
      );
      tab.sockets.add(socket);
      return socket;
    },
  };
}
