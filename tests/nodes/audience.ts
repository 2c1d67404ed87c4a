import type { SyncClient } from '../../src/client/sync/sync-client.ts';
import type { ServerMessage } from '../../src/protocol/live.ts';
import type { Race } from '../support/races.ts';
import { createDevice, type DeviceParts } from './device.ts';

/** A viewer by the viewer link, who notices when a change is missing or comes out of order. */
export interface Watcher {
  readonly sync: SyncClient;
  readonly problems: readonly string[];
  /** The time without a socket, each time that it lost one. */
  readonly absences: readonly number[];
}

export function startWatcher(parts: Pick<DeviceParts, 'nginx' | 'fetch'>, { eventId, keys }: Race): Watcher {
  const problems: string[] = [];
  const absences: number[] = [];
  let seq = 0;
  let lostAt: number | null = null;

  function check(message: ServerMessage): void {
    if (message.type === 'gone') problems.push(`it was sent away: ${message.code}`);
    if (message.type === 'event') seq = message.event.seq;
    if (message.type !== 'changes') return;
    // Changes that were requested twice come twice: a message may begin with known changes, never after a gap.
    let before = Math.min(seq, (message.changes[0]?.seq ?? 1) - 1);
    for (const change of message.changes) {
      if (change.seq !== before + 1) problems.push(`after ${before} came ${change.seq}`);
      before = change.seq;
    }
    seq = Math.max(seq, before);
  }
  const sync = createDevice({
    ...parts,
    viewer: { kind: 'nobody' },
    cookie: '',
    onMessage: check,
    // The last number that the viewer has, from any transport.
    onSend: (message) => message.type === 'follow-event' && (seq = message.after ?? 0),
    onSocket(what) {
      if (what === 'closed') lostAt ??= performance.now();
      else if (lostAt !== null) {
        absences.push(performance.now() - lostAt);
        lostAt = null;
      }
    },
  });
  sync.start();
  sync.followEvent(eventId, { kind: 'viewer', key: keys.viewer });
  return { sync, problems, absences };
}
