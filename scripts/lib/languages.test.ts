import { expect, test } from 'vitest';
import { lookUpIn, refresh } from './languages.mjs';
import { findTexts, flatten } from './texts.mjs';

const keysOf = (code: string): string[] => flatten(findTexts(code, 'src/client/ui/a.tsx')).map(({ key }) => key);

test('A name of a key is a word in an attribute, and no text where keys are compared', () => {
  expect(keysOf('<Button title="Delete" />')).toEqual(['Delete']);
  expect(keysOf("if (event.key === 'Delete') erase(['Home', 'End'])")).toEqual([]);
});

const language = (texts: Record<string, Record<string, string>>) => ({
  language: 'Deutsch',
  direction: 'ltr' as const,
  offer: 'Pushoff gibt es auch auf Deutsch.',
  texts,
});

test('A text of several folders keeps the other translation that one of them has', () => {
  const before = language({ everywhere: { Dismiss: 'Verwerfen' }, 'client/ui': { Dismiss: 'Schließen', Gone: 'Weg' } });
  const texts = new Map([
    ['everywhere', new Set(['Dismiss'])],
    ['client/ui', new Set(['New'])],
  ]);
  const after = refresh(before, texts);
  expect(after.texts).toEqual({ everywhere: { Dismiss: 'Verwerfen' }, 'client/ui': { New: '', Dismiss: 'Schließen' } });
  expect(lookUpIn(after, 'src/client/ui/toast.tsx')('Dismiss')).toBe('Schließen');
  expect(lookUpIn(after, 'src/client/app/sync-status.tsx')('Dismiss')).toBe('Verwerfen');
});

test('A text that came to stand in a second folder has one translation for both', () => {
  const before = language({ 'client/ui': { Save: 'Speichern' } });
  const texts = new Map([
    ['everywhere', new Set(['Save'])],
    ['client/ui', new Set<string>()],
  ]);
  expect(refresh(before, texts).texts).toEqual({ everywhere: { Save: 'Speichern' }, 'client/ui': {} });
});
