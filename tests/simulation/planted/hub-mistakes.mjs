/**
 * A mistake inside the product's own live hub. The function is found by its name, where the file declares or imports
 * it; the text here replaces it and may call it as `original`.
 * @typedef {{ readonly file: string; readonly name: string; readonly by: string }} HubMistake
 */

const TOPIC = 'src/server/live/event-topic.ts';
const JUDGE = 'src/server/live/judge-page.ts';
const FRAMES = 'src/server/live/event-frames.ts';

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
  'sends viewers changes as admins get them': { file: FRAMES, name: 'viewChanges', by: '(changes) => changes' },
  'shows viewers names that are hidden': {
    file: FRAMES,
    name: 'viewChanges',
    by: '(changes, sight, event) => original(changes, sight, { ...event, initialsOnly: false })',
  },
  'hides names only from those who come later': {
    file: FRAMES,
    name: 'viewChanges',
    by: '(changes, sight, event) => changes.flatMap((change) => original([change], sight, event) ?? [change])',
  },
  'tells viewers the names of removed racers': {
    file: FRAMES,
    name: 'viewChanges',
    by: `(changes, sight, event) => {
      const named = (change) => (change.type === 'entries-added' ? { racers: change.racers } : {});
      return original(changes, sight, event)?.map((change, index) => ({ ...change, ...named(changes[index]) })) ?? null;
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
