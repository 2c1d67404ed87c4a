import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const textsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }));

test('every rule has a unique id', () => {
  const rules = textsIn('docs/spec').flatMap(({ name, text }) =>
    Array.from(text.matchAll(/^- ([A-Z]+\d+[a-z]?) /gm), ([, id]) => ({ id: id!, name })),
  );
  const twice = rules.filter(({ id }, index) => rules.findIndex((other) => other.id === id) !== index);
  expect(rules.length).toBeGreaterThan(100);
  expect(twice).toEqual([]);
});

test('every decision has its date and its state', () => {
  const decisions = textsIn('docs/decisions').filter(({ name }) => name !== 'README.md');
  const numbers = decisions.map(({ name }) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const { name, text } of decisions) {
    expect(text, name).toMatch(
      /^# .+\n\nDate: 20\d\d-\d\d-\d\d · State: (accepted|(accepted, in part )?replaced by \d{4})\n/,
    );
    const [, successor] = /State: .*replaced by (\d{4})/.exec(text) ?? [];
    if (successor !== undefined) expect(numbers, name).toContain(successor);
  }
});

test('the index of decisions names each of them once', () => {
  const [index] = textsIn('docs/decisions').filter(({ name }) => name === 'README.md');
  const named = Array.from(index!.text.matchAll(/\]\((\d{4}-[^)]+)\)/g), ([, name]) => name);
  const files = readdirSync('docs/decisions').filter((name) => name !== 'README.md');
  expect(named.toSorted()).toEqual(files.toSorted());
});

test('every picture and every link of the guide leads somewhere, and no picture is heavy or unused', () => {
  const pages = textsIn('docs/guide');
  const targets = pages.flatMap(({ text }) =>
    Array.from(text.matchAll(/src="([^"]+)"|\]\(([^)#:]+)(?:#[^)]*)?\)/g), ([, picture, link]) => picture ?? link!),
  );
  const missing = targets.filter((target) => !existsSync(join('docs/guide', target)));
  expect(missing).toEqual([]);
  const pictures = readdirSync('docs/guide/images', { recursive: true, encoding: 'utf8' })
    .map((name) => `images/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.webp'));
  expect(pictures.filter((name) => !targets.includes(name))).toEqual([]);
  const heavy = pictures.filter((name) => statSync(join('docs/guide', name)).size > 60_000);
  expect(heavy).toEqual([]);
  expect(pictures.length).toBeGreaterThan(10);
});

test('[LG20] a guide in another language shows its screens in that language', () => {
  for (const { name, text } of textsIn('docs/guide')) {
    const [, language] = /\.([a-z]{2})\.md$/.exec(name) ?? [];
    const folder = language === undefined ? 'images/' : `images/${language}/`;
    const shown = Array.from(text.matchAll(/src="([^"]+\/)[^"/]+"/g), ([, from]) => from!);
    expect(
      shown.filter((from) => from !== folder),
      name,
    ).toEqual([]);
  }
});

test('every file and folder that the map and the rooms’ own pages name is there', () => {
  const { stdout } = spawnSync('git', ['ls-files'], { encoding: 'utf8' });
  const files = stdout.trim().split('\n');
  const paths = new Set(files.flatMap((file) => [file, ...foldersOf(file)]).flatMap(endingsOf));
  const pages = ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...files.filter((file) => /^src\/.*\.md$/.test(file))];
  const named = pages.flatMap((page) =>
    Array.from(readFileSync(page, 'utf8').matchAll(/`([\w./-]+(?:\.(?:tsx?|mjs|md)|\/[\w-]+))\/?`/g), ([, path]) => ({
      page,
      path: path!,
    })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ path }) => !paths.has(path) && !/^(?:\/|data\/)/.test(path))).toEqual([]);
});

test.each(['domain', 'server', 'client'])('the page of %s says what each of its rooms is for', (side) => {
  const text = readFileSync(`src/${side}/README.md`, 'utf8');
  const rooms = readdirSync(`src/${side}`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rooms.filter(({ name }) => !new RegExp(`^ {4}(?:\\w+/, )?${name}/`, 'm').test(text))).toEqual([]);
});

const foldersOf = (file: string): string[] =>
  file.split('/').flatMap((_, index, parts) => (index === 0 ? [] : [parts.slice(0, index).join('/')]));
const endingsOf = (path: string): string[] => path.split('/').map((_, index, parts) => parts.slice(index).join('/'));
