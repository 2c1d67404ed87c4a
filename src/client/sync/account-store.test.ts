import { beforeEach, describe, expect, test } from 'vitest';
import { user } from '../../../tests/support/event-history.ts';
import type { Racer } from '../../domain/racers/library.ts';
import { durationMs, epochMs } from '../../domain/units.ts';
import type { Command } from '../../protocol/commands.ts';
import type { ListedEvent } from '../../protocol/live.ts';
import { type AccountStore, createAccountStore } from './account-store.ts';

const racer = (id: string): Racer => ({
  id,
  name: `Racer ${id}`,
  groups: [],
  createdBy: 'coach',
  createdAt: epochMs(1),
  awaitingCredits: false,
});
const listed: ListedEvent = {
  id: 'event',
  name: 'Tuesday',
  createdAt: 1,
  deletedAt: null,
  isOwner: true,
  awaitingCredits: false,
  total: 0,
  finished: 0,
  onCourse: 0,
};

let made = 0;
function command(body: object): Command {
  made += 1;
  const captured = { wall: made, monotonic: made, origin: 0 };
  return { ...body, id: `command-${made}`, deviceId: 'device', captured } as unknown as Command;
}
const ofRacer = (racerId: string, type: 'racer.delete' | 'racer.restore') => command({ type, racerId });
const create = (racerId: string) => command({ type: 'racer.create', racerId, name: `Racer ${racerId}`, groups: [] });

let store: AccountStore;
beforeEach(() => {
  store = createAccountStore({
    actor: () => user('coach'),
    place: ({ wall }) => ({ at: epochMs(wall), uncertainty: durationMs(1) }),
    shownEvent: () => null,
  });
  store.setConfirmed({ credits: 100, events: [], racers: [racer('a'), racer('b')] });
});
const shownRacers = () =>
  store
    .getSnapshot()
    .racers.map(({ id }) => id)
    .toSorted();
const shownCredits = () => store.getSnapshot().credits;

describe('credits', () => {
  test('what waits is taken off', () => {
    store.setPending([command({ type: 'event.create', eventId: 'event', name: 'Tuesday' }), create('c')]);
    expect(shownCredits()).toBe(77);
  });

  test('what the server has made already is not taken off again while its answer is missing', () => {
    store.setPending([command({ type: 'event.create', eventId: 'event', name: 'Tuesday' }), create('c')]);
    store.setConfirmed({ credits: 80, events: [listed], racers: [racer('a'), racer('b')] });
    expect(shownCredits()).toBe(77);
    store.hear({ type: 'racer', racer: racer('c') });
    store.hear({ type: 'credits', credits: 77 });
    expect(shownCredits()).toBe(77);
  });
});

describe('a deleted racer that is brought back shows at once', () => {
  test('when nothing of it was sent yet', () => {
    const deletion = ofRacer('a', 'racer.delete');
    store.setPending([deletion]);
    expect(shownRacers()).toEqual(['b']);
    store.setPending([deletion, ofRacer('a', 'racer.restore')]);
    expect(shownRacers()).toEqual(['a', 'b']);
    expect(shownCredits()).toBe(100);
  });

  test('when the deletion is confirmed, and until the server says so itself', () => {
    store.setPending([ofRacer('a', 'racer.delete')]);
    store.mergeRacer('a', null);
    store.setPending([]);
    expect(shownRacers()).toEqual(['b']);
    store.setPending([ofRacer('a', 'racer.restore')]);
    expect(shownRacers()).toEqual(['a', 'b']);
    store.hear({ type: 'racer', racer: racer('a') });
    store.setPending([]);
    expect(shownRacers()).toEqual(['a', 'b']);
  });

  test('when another device has deleted it, or it was made here and never seen on the server', () => {
    store.hear({ type: 'account', account: { credits: 100, events: [], racers: [racer('b')] } });
    store.setPending([ofRacer('a', 'racer.restore')]);
    expect(shownRacers()).toEqual(['a', 'b']);
    store.setPending([create('c'), ofRacer('c', 'racer.delete')]);
    store.setPending([ofRacer('c', 'racer.restore')]);
    expect(shownRacers()).toEqual(['b', 'c']);
  });

  test('not when this page never knew it', () => {
    store.setPending([ofRacer('z', 'racer.restore')]);
    expect(shownRacers()).toEqual(['a', 'b']);
  });
});

describe('events that were never opened on this device', () => {
  const ofEvent = (body: object) => command({ eventId: 'event', ...body });
  const shownEvents = () => store.getSnapshot().events;
  beforeEach(() => store.setConfirmed({ credits: 100, events: [listed], racers: [] }));

  test('show a new name, or that they are deleted, before the server has heard of it', () => {
    store.setPending([ofEvent({ type: 'event.rename', name: ' Wednesday ' })]);
    expect(shownEvents()).toMatchObject([{ name: 'Wednesday', deletedAt: null }]);
    store.setPending([ofEvent({ type: 'event.delete' })]);
    expect(shownEvents()[0]?.deletedAt).not.toBeNull();
    store.setPending([ofEvent({ type: 'event.delete' }), ofEvent({ type: 'event.restore' })]);
    expect(shownEvents()[0]?.deletedAt).toBeNull();
  });

  test('stay as they are for an admin who does not own them', () => {
    store.setConfirmed({ credits: 100, events: [{ ...listed, isOwner: false }], racers: [] });
    store.setPending([ofEvent({ type: 'event.delete' })]);
    expect(shownEvents()[0]?.deletedAt).toBeNull();
  });
});
