import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NONCE_MARK, type PageBlock } from '../../protocol/page-data.ts';
import { createPageTemplate } from './page-html.ts';

const SCRIPT = `<script type="module" src="/assets/app.js" nonce="${NONCE_MARK}"></script>`;
const HTML = `<head><title>Pushoff</title><meta name="description" content=""><!--boot-->${SCRIPT}</head><div id="root"></div>`;
const template = createPageTemplate(HTML, 'https://x.example');

const BREAKERS = [
  '</script>',
  '<!--',
  '-->',
  '<script>',
  ']]>',
  '\u{2028}',
  '\u{2029}',
  '$&',
  '$1',
  '$`',
  '<!--boot-->',
  '<title>',
  '<div id="root"></div>',
  NONCE_MARK,
  '"',
  "'",
  '\\',
  '&lt;',
];
const words = fc
  .array(fc.oneof(fc.constantFrom(...BREAKERS), fc.string({ unit: 'grapheme' })))
  .map((it) => it.join(''));

const blockOf = (name: string): PageBlock => ({
  schema: 2,
  viewer: { kind: 'user', userId: 'u', email: 'a@b.org', emailVerified: true, username: name, name, credits: 1 },
  site: { supportEmail: 'a@b.org', contactEmail: 'a@b.org' },
});
/** The block ends at the first closing tag, as in a browser. */
const bootIn = (html: string) => /<script type="application\/json" id="boot">([^]*?)<\/script>/i.exec(html)?.[1] ?? '';

test('whatever a user is called, the block ends where it should and reads back as it was', () => {
  fc.assert(
    fc.property(words, (name) => {
      const { html } = template.fill(blockOf(name));
      const block = bootIn(html);
      expect(block).not.toMatch(/[<\u{2028}\u{2029}]/u);
      expect(JSON.parse(block)).toEqual(blockOf(name));
      expect(
        html
          .split(block)
          .join('')
          .match(/<script/g),
      ).toHaveLength(2);
    }),
  );
});

test('a title and a description stay in their places, whatever they say', () => {
  fc.assert(
    fc.property(words, words, (title, description) => {
      const { html, nonce } = template.fill(blockOf('Ada'), {
        body: '<p>results</p>',
        title,
        description,
        data: JSON.stringify({ title }),
      });
      expect(JSON.parse(bootIn(html))).toEqual({ ...blockOf('Ada'), page: { title } });
      expect(html.match(/<[a-z!/][^>]*>/gi)).toEqual([
        '<head>',
        '<title>',
        '</title>',
        expect.stringMatching(/^<meta name="description" content="[^"<>]*">$/),
        '<script type="application/json" id="boot">',
        '</script>',
        `<script type="module" src="/assets/app.js" nonce="${nonce}">`,
        '</script>',
        '</head>',
        '<div id="root">',
        '<p>',
        '</p>',
        '</div>',
      ]);
    }),
  );
});

test('no two pages share a nonce, and a name with the nonce’s mark in it gets none', () => {
  const [one, other] = [template.fill(blockOf(NONCE_MARK)), template.fill(blockOf(NONCE_MARK))];
  expect(one.nonce).not.toBe(other.nonce);
  expect(one.html.split(one.nonce)).toHaveLength(2);
  expect(bootIn(one.html)).toContain(NONCE_MARK);
});
