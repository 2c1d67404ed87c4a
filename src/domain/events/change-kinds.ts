import type { Admin } from '../access/can.ts';
import {
  hideDevice,
  viewDetails,
  viewName,
  viewRacer,
  withoutReason,
  viewFormat,
  viewHandicap,
} from '../privacy/hidden.ts';
import { unread } from '../privacy/unseen.ts';
import { hideAddress } from '../access/hide-address.ts';
import type { Change, ChangeType } from '../model/changes.ts';
import type { EventState } from '../model/state.ts';
import { UnknownChange } from './unknown-change.ts';

type ChangeOf<Type extends ChangeType> = Extract<Change, { readonly type: Type }>;

/**
 * What is out of date after a change. `access`: who may see or change the event. `lists`: in whose lists of events it
 * stands. `groups`: what a share group shows of it. `row`: columns of the event's stored row other than its counters.
 * `names`: names that viewers were sent before. `taps`: taps that the change does not name one by one.
 */
export type Touched = 'access' | 'lists' | 'groups' | 'row' | 'names' | 'taps';

/** The racers whose stored results, and whose rows for viewers, a change may alter. `ownerOf`: the racer who had a tap before the change. */
type Standings<Type extends ChangeType> = 'nobody' | 'everybody' | RacersOf<Type>;
type RacersOf<Type extends ChangeType> = {
  racers(change: ChangeOf<Type>, ownerOf: (tapId: string) => string | null): readonly (string | null)[];
};

export interface ChangeKind<Type extends ChangeType = ChangeType> {
  /** The part of the change for viewers, besides its number and time. Absent: nothing, the default of a new kind. */
  viewers?(change: ChangeOf<Type>, event: EventState): ChangeOf<Type>;
  /** The part of the change for guests with the admin link. Absent: all of it, as they run the event like admins. */
  guests?(change: ChangeOf<Type>): ChangeOf<Type>;
  /**
   * Pages of viewers that know no rows are sent the whole event instead of the change: it needs names or taps that no
   * change carries.
   */
  viewersStartAnew?(change: ChangeOf<Type>): boolean;
  touches(change: ChangeOf<Type>): readonly Touched[];
  readonly standings: Standings<Type>;
}

const whole = <Any>(change: Any): Any => change;
const nothing = (): readonly Touched[] => [];
const touch =
  (...touched: readonly Touched[]) =>
  () =>
    touched;

const ofTap = {
  racers: ({ tapId }: { readonly tapId: string }, ownerOf: (tapId: string) => string | null) => [ownerOf(tapId)],
};
const ofRacer = { racers: ({ racerId }: { readonly racerId: string }) => [racerId] };

const ofTaps = {
  racers: ({ tapIds }: { readonly tapIds: readonly string[] }, ownerOf: (tapId: string) => string | null) =>
    tapIds.map(ownerOf),
};
const ofEach = <Key extends string>(key: Key) => ({
  racers: (change: { readonly [Name in Key]: readonly { readonly racerId: string }[] }) =>
    change[key].map(({ racerId }) => racerId),
});

function unaddressed<Changed extends { readonly admin: Admin }>(change: Changed): Changed {
  const { admin } = change;
  return admin.kind === 'email' ? { ...change, admin: { ...admin, email: hideAddress(admin.email) } } : change;
}

/**
 * Every kind of change and what it concerns. A new kind is a line here, in `decide`, in `apply` and in `describe`;
 * without any of them the compiler stops. Its schema version stands in `changes.ts` and its words in
 * `describe-change.ts`: the page of a viewer loads the first and not the others.
 */
export const changeKinds: { readonly [Type in ChangeType]: ChangeKind<Type> } = {
  'event-created': {
    viewers: (change) => ({ ...change, ownerId: '', copiedFrom: null }),
    touches: touch('lists', 'row'),
    standings: 'nobody',
  },
  'event-renamed': { viewers: whole, touches: touch('groups', 'row'), standings: 'nobody' },
  'event-configured': {
    viewers: whole,
    viewersStartAnew: ({ initialsOnly }) => initialsOnly !== undefined,
    touches: ({ initialsOnly }) => (initialsOnly === undefined ? [] : ['names']),
    // The name that viewers read is part of the stored result.
    standings: 'everybody',
  },
  'event-deleted': { viewers: whole, touches: touch('access', 'lists', 'groups', 'row'), standings: 'nobody' },
  'event-restored': { viewers: whole, touches: touch('access', 'lists', 'groups', 'row'), standings: 'nobody' },
  'credits-awaited': { viewers: whole, touches: touch('row'), standings: 'nobody' },
  'credits-paid': { viewers: whole, touches: touch('lists', 'row'), standings: 'nobody' },
  'entries-added': {
    viewers: (change, event) => ({
      ...change,
      racers: change.racers.map((racer) => {
        const details = viewDetails(racer.racerId, event);
        return { ...viewRacer(racer, change.seq, event), ...(details !== null && { details }) };
      }),
    }),
    // The row has the corrections of racers who are out of the event.
    touches: touch('row'),
    standings: { racers: (change) => change.racers.map(({ racerId }) => racerId) },
  },
  'entry-renamed': {
    viewers: (change, event) => ({ ...change, name: viewName(change, event), was: '' }),
    touches: touch('names'),
    standings: ofRacer,
  },
  'entry-removed': {
    viewers: (change) => ({ ...change, forgotten: true }),
    touches: touch('names', 'row'),
    standings: ofRacer,
  },
  'entry-restored': {
    viewers: whole,
    viewersStartAnew: () => true,
    touches: touch('names', 'row'),
    standings: ofRacer,
  },
  'tap-recorded': {
    viewers: (change) => ({ ...change, captured: unread }),
    touches: nothing,
    standings: { racers: ({ racerId }) => [racerId] },
  },
  'tap-undone': { viewers: whole, touches: nothing, standings: ofTap },
  'tap-restored': { viewers: whole, touches: nothing, standings: ofTap },
  'tap-corrected': { viewers: whole, touches: nothing, standings: ofTap },
  'tap-chosen': { viewers: whole, touches: nothing, standings: ofTap },
  'tap-assigned': {
    viewers: whole,
    touches: nothing,
    standings: { racers: ({ tapId, racerId }, ownerOf) => [ownerOf(tapId), racerId] },
  },
  'tap-entered': {
    viewers: (change) => ({ ...change, captured: unread }),
    touches: nothing,
    standings: { racers: ({ racerId }) => [racerId] },
  },
  'tap-seen': { viewers: whole, touches: nothing, standings: ofTap },
  'tap-filled': { viewers: whole, touches: nothing, standings: ofTap },
  'taps-shifted': { viewers: withoutReason, touches: touch('taps'), standings: ofTaps },
  'shift-undone': { viewers: whole, touches: touch('taps'), standings: ofTaps },
  'taps-moved': {
    viewers: whole,
    touches: touch('taps'),
    standings: { racers: ({ taps }, ownerOf) => taps.map(({ tapId }) => ownerOf(tapId)) },
  },
  'bibs-set': {
    // Viewers know nothing of a racer who was removed.
    viewers: (change, event) => ({
      ...change,
      bibs: change.bibs.map((given) => (event.entries[given.racerId]?.removed ? { ...given, bib: null } : given)),
    }),
    touches: nothing,
    standings: ofEach('bibs'),
  },
  'schedule-set': { viewers: whole, touches: nothing, standings: ofEach('slots') },
  'schedule-shifted': { viewers: whole, touches: nothing, standings: 'everybody' },
  'race-configured': {
    viewers: (change) => ({ ...change, settings: hideDevice(change.settings) }),
    touches: ({ settings }) => (settings.readings === undefined ? ['row'] : ['row', 'taps']),
    standings: 'everybody',
  },
  'format-set': {
    viewers: (change, event) => ({ ...change, format: viewFormat(change.format, event, false) }),
    viewersStartAnew: ({ format }) => format.categories !== undefined || format.shows !== undefined,
    touches: ({ format }) => (format.shows === undefined ? ['row'] : ['row', 'names']),
    standings: 'everybody',
  },
  'details-set': {
    viewers: (change, event) => ({
      ...change,
      given: change.given.map(({ racerId }) => ({ racerId, details: viewDetails(racerId, event) })),
    }),
    touches: nothing,
    standings: ofEach('given'),
  },
  'handicaps-set': {
    viewers: (change, event) => ({
      ...change,
      given: change.given.map(({ handicap, ...each }) => ({
        ...each,
        handicap: event.entries[each.racerId]?.removed ? null : viewHandicap(handicap),
      })),
    }),
    touches: nothing,
    standings: ofEach('given'),
  },
  // The corrections are part of the stored results, and end with the declaration.
  'official-set': { viewers: whole, touches: touch('row'), standings: 'everybody' },
  // The name of a timekeeper is for the other timekeepers.
  'helper-named': { touches: nothing, standings: 'nobody' },
  'rehearsal-begun': { viewers: whole, touches: nothing, standings: 'everybody' },
  'rehearsal-ended': {
    viewers: whole,
    // Viewers do not have what the event held before the rehearsal.
    viewersStartAnew: () => true,
    touches: touch('names', 'taps'),
    standings: 'everybody',
  },
  'times-checked': { viewers: whole, touches: nothing, standings: ofEach('times') },
  'race-stopped': { viewers: whole, touches: nothing, standings: 'everybody' },
  'race-resumed': { viewers: whole, touches: nothing, standings: 'everybody' },
  'status-set': { viewers: withoutReason, touches: nothing, standings: ofRacer },
  'statuses-set': { viewers: withoutReason, touches: nothing, standings: { racers: ({ racerIds }) => racerIds } },
  'adjustment-added': { viewers: withoutReason, touches: nothing, standings: ofRacer },
  'adjustment-removed': { viewers: whole, touches: nothing, standings: ofRacer },
  'precision-set': { viewers: whole, touches: touch('row'), standings: 'everybody' },
  'admin-added': { guests: unaddressed, touches: touch('access', 'lists'), standings: 'nobody' },
  'admin-removed': { guests: unaddressed, touches: touch('access', 'lists'), standings: 'nobody' },
  'owner-changed': { touches: touch('access', 'lists', 'row'), standings: 'nobody' },
  // Viewers get neither change: the id of a group belongs to its owner.
  'event-shared': { touches: touch('groups', 'row'), standings: 'nobody' },
  'event-withdrawn': { touches: touch('groups', 'row'), standings: 'nobody' },
  'keys-rotated': { touches: touch('access', 'groups'), standings: 'nobody' },
  withheld: { viewers: whole, touches: nothing, standings: 'nobody' },
};

/** Throws for a kind that this release does not know: what such a change concerns is unknown, so nothing may go on. */
export function kindOf(change: Change): ChangeKind {
  const kind = (changeKinds as Readonly<Record<string, ChangeKind | undefined>>)[change.type];
  if (kind === undefined || !Object.hasOwn(changeKinds, change.type)) throw new UnknownChange(change);
  return kind;
}

export const isKnownKind = (type: string): type is ChangeType => Object.hasOwn(changeKinds, type);

export function touches(change: Change, what: Touched): boolean {
  return kindOf(change).touches(change).includes(what);
}

/** A change that alters one tap and nothing else of the event. */
export function isOfTapAlone(change: Change): change is Change & { readonly tapId: string } {
  return 'tapId' in change && kindOf(change).touches(change).length === 0;
}
