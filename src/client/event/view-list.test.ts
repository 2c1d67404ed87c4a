import { expect, test } from 'vitest';
import type { OpenEvent } from './event-context.ts';
import { findTool, tools } from './view-list.ts';

/** As `can` answers an owner, and an admin by the link. */
const who = (isOwner: boolean, isAnonymous: boolean): OpenEvent =>
  ({
    may: (capability: string) => isOwner || capability !== 'configure',
    shown: { actor: { userId: 'somebody', isAnonymous } },
  }) as unknown as OpenEvent;

const owner = who(true, false);
const helper = who(false, false);
const guest = who(false, true);
const viewsOf = (id: string, open: OpenEvent) => findTool(id, open)?.views.map((view) => view.id);

test('[WY30] No view stands in two tools: an address leads to one page', () => {
  const ids = Object.values(tools)
    .flat()
    .flatMap(({ views }) => views.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test('[WY32] A guest is not offered to move times; an invited admin with an account is', () => {
  expect(viewsOf('timers', helper)).toEqual(['timers', 'shift']);
  expect(viewsOf('timers', guest)).toEqual(['timers']);
  expect(findTool('shift', guest)).toBeNull();
});

test('[WY32] A page with one section left for this person has the name of the section', () => {
  expect(findTool('export', owner)?.label).toBe('Finish the race');
  expect(findTool('export', helper)?.label).toBe('Print and export');
  expect(findTool('rules', helper)).toBeNull();
});
