/**
 * A mistake inside the product's own live hub, or where pages take what it sends. The function is found by its name, where the file declares or imports
 * it; the text here replaces it and may call it as `original`.
 * @typedef {{ readonly file: string; readonly name: string; readonly by: string }} HubMistake
 */

const TOPIC = 'src/server/live/event-topic.ts';
const JUDGE = 'src/server/live/judge-page.ts';
const FRAMES = 'src/server/live/event-frames.ts';
const LOG = 'src/server/live/followed-log.ts';
const STORE = 'src/client/sync/event-store.ts';

/** @type {Readonly<Record<string, HubMistake>>} */
export const hubMistakes = {
  'shows viewers the admin key': {
    file: JUDGE,
    name: 'judgeReader',
    by: `(actor, event) => {
      const judged = original(actor, event);
      return judged.ok ? { ok: true, value: { ...judged.value, seesKeys: true } } : judged;
    }`,
  },
  'shows viewers who runs the event': { file: FRAMES, name: 'viewEvent', by: '(event) => event' },
  'shows guests the addresses of admins': {
    file: FRAMES,
    name: 'viewEvent',
    by: `(event, sight) => original(event, sight === 'guest' ? 'admin' : sight)`,
  },
  'sends viewers rows as admins have them': {
    file: FRAMES,
    name: 'frameOf',
    by: `(event, after, touched, withHead) => {
      const frame = original(event, after, touched, withHead);
      const own = ({ entry, taps, ...row }) => ({ ...row, entry, taps: taps.map(({ id }) => event.taps[id]) });
      return { ...frame, rows: frame.rows.map(own) };
    }`,
  },
  'shows viewers names that are hidden': {
    file: FRAMES,
    name: 'frameOf',
    by: '(event, ...rest) => original({ ...event, initialsOnly: false }, ...rest)',
  },
  'hides names only from those who come later': {
    file: LOG,
    name: 'racersOf',
    by: `(change, ownerOf) => (change.type === 'event-configured' ? [] : original(change, ownerOf))`,
  },
  'tells viewers the names of removed racers': {
    file: FRAMES,
    name: 'frameOf',
    by: `(event, after, touched, withHead) => {
      const frame = original(event, after, touched, withHead);
      return { ...frame, rows: frame.rows.map((row) => ({ ...row, entry: event.entries[row.entry.racerId] })) };
    }`,
  },
  'forgets the racer from whom a finish was taken': {
    file: LOG,
    name: 'racersOf',
    by: '(change) => original(change, () => null)',
  },
  'sends viewers no head after the first': {
    file: FRAMES,
    name: 'frameOf',
    by: '(event, after, touched) => original(event, after, touched, false)',
  },
  'sends a row without the taps that it had': {
    file: FRAMES,
    name: 'frameOf',
    by: `(...given) => {
      const frame = original(...given);
      return { ...frame, rows: frame.rows.map((row) => ({ ...row, taps: row.taps.slice(-1) })) };
    }`,
  },
  'takes rows though others before them were lost': {
    file: STORE,
    name: 'mergeRows',
    by: '(confirmed, frame) => original(confirmed, { ...frame, after: 0 })',
  },
  'counts rows that come twice twice': {
    file: STORE,
    name: 'mergeRows',
    by: '(confirmed, frame) => original(original(confirmed, frame), { ...frame, seq: frame.seq + 1 })',
  },
  'takes rows that come late for new ones': {
    file: STORE,
    name: 'mergeRows',
    by: `(confirmed, frame) => {
      const event = confirmed.cached?.event;
      if (event === undefined || frame.seq > event.seq) return original(confirmed, frame);
      const before = { ...confirmed, cached: { ...confirmed.cached, event: { ...event, seq: frame.seq - 1 } } };
      const after = original(before, { ...frame, after: 0 });
      return { ...after, cached: { ...after.cached, event: { ...after.cached.event, seq: event.seq } } };
    }`,
  },
  'takes any old key': {
    file: 'src/server/live/keyring.ts',
    name: 'matchingKey',
    by: `(given, keys) => ['admin', 'viewer'].find((kind) => given.startsWith(kind)) ?? original(given, keys)`,
  },
  'does not judge followers anew when admins or keys change': {
    file: TOPIC,
    name: 'judgeAll',
    by: 'async () => void (mustJudge = false)',
  },
  'remembers a key that was changed': {
    file: TOPIC,
    name: 'createKeyring',
    by: '(read) => Object.assign(original(read), { forget() {} })',
  },
  'leaves a gap as it is': { file: 'src/server/live/gap-repair.ts', name: 'isBehind', by: '() => false' },
  'takes who arrives for told of what is not told yet': {
    file: TOPIC,
    name: 'answer',
    by: '(event, ...rest) => (original(event, ...rest), event.log.latestSeq)',
  },
  'reads the lists of an account only once': {
    file: 'src/server/live/account-topics.ts',
    name: 'loadIfNeeded',
    by: 'async () => known ?? original()',
  },
};
