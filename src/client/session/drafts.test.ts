import { expect, test } from 'vitest';
import { createDraft, type DraftStorage, forgetDrafts } from './drafts.ts';

function createStorage(): DraftStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
}

test('[WY17] a draft is for its user alone, until it is used or the user signs out', () => {
  const storage = createStorage();
  storage.setItem('pushoff.other', 'stays');
  const open = (userId: string) => createDraft(() => storage, userId, 'racers');
  open('ann').keep('Ada\nBo');
  expect(open('ann').recall()).toBe('Ada\nBo');
  expect(open('bob').recall()).toBeNull();
  open('bob').keep('Cy');
  open('bob').keep('');
  expect(open('bob').recall()).toBeNull();
  open('ann').keep('x'.repeat(300_001));
  expect(open('ann').recall()).toBeNull();
  open('ann').keep('Ada');
  forgetDrafts(storage);
  expect(open('ann').recall()).toBeNull();
  expect(storage.getItem('pushoff.other')).toBe('stays');
});

test('[WY17] where the browser keeps nothing, nothing breaks', () => {
  const draft = createDraft(
    () => {
      throw new Error('blocked');
    },
    'ann',
    'racers',
  );
  draft.keep('Ada');
  expect(draft.recall()).toBeNull();
  draft.discard();
});
