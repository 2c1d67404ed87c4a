import type { Call } from '../../matrix/wire.ts';

/** Node accepts 16 KB of headers in all. */
const LONGEST = 13_000;
const filled = (text: string, length = LONGEST): string =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Headers that a server parses, each as long and as odd as possible. */
export const hostileHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a long cookie': { cookie: `session=${filled('a')}` },
  'many cookies': { cookie: filled('a=b; ') },
  'many forwarded addresses': { 'x-forwarded-for': filled('127.0.0.1, ') },
  'a long agent that looks like addresses': { 'user-agent': filled('a@') },
  'many ranges': { range: `bytes=${filled('0-0,')}` },
  'many entity tags': { 'if-none-match': filled('"a",') },
  'a long content type': { 'content-type': `application/json;${filled('a=b;')}` },
  'a long origin': { origin: `http://${filled('a.')}` },
  'a long run key': { 'x-run-key': filled('a') },
  'long metadata of an upload': { 'tus-resumable': '1.0.0', 'upload-metadata': filled('a YQ==,') },
  'a long bearer': { authorization: `Bearer ${filled(' ')}a` },
};

export const hostileQueries: Readonly<Record<string, string>> = {
  'a long key': `?key=${filled('a')}`,
  'many parameters': `?${filled('key=a&')}`,
  'many escapes': `?key=${filled('%41')}`,
  'everything at once': `?eventId=${filled('a', 4000)}&guestViewerKey=${filled('@', 4000)}&id=${filled('a', 4000)}`,
};

export const hostileParts: readonly string[] = [filled('a'), filled('a@'), filled('%2e%2e%2f'), filled('-1-')];

/** Useless bodies of the largest accepted size. */
export function hostileBodies(most: number): Readonly<Record<string, Pick<Call, 'bytes' | 'headers'>>> {
  const half = Math.floor(most / 2) - 8;
  const texts = {
    brackets: '['.repeat(half) + ']'.repeat(half),
    'open brackets': '['.repeat(2 * half),
    'objects in objects': `${'{"a":'.repeat(Math.floor(half / 3))}1${'}'.repeat(Math.floor(half / 3))}`,
    'many keys': `{${Array.from({ length: Math.floor(most / 12) }, (_, index) => `"k${index}":0`).join(',')}}`,
    'one key many times': `{${filled('"a":0,', half)}"a":0}`.replace(/,"?a?"?:?"a":0}$/, ',"a":0}'),
    'a long string': `{"email":"${filled('a@', half)}"}`,
    'many escapes': `{"email":"${filled('\\u0041', half - (half % 6))}"}`,
    'many numbers': `[${filled('1e9,', half)}1]`,
    'no end of quotes': filled('"', 2 * half),
  };
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      { bytes: new TextEncoder().encode(text), headers: { 'content-type': 'application/json' } },
    ]),
  );
}
