import { LANGUAGE } from '../language.ts';
import type { Actor } from '../access/actor.ts';
import { hasAccount } from '../access/can.ts';
import { ok, refuse, type Result } from '../result.ts';
import { areSameDetails, type Details, isBornBefore, tidyDetails } from './details.ts';
import { MAX_MERGED } from '../limits.ts';
import { personOf, type SamePersons } from './persons.ts';
import type { EpochMs } from '../units.ts';

export interface Racer {
  readonly id: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly createdBy: string;
  readonly createdAt: EpochMs;
  readonly awaitingCredits: boolean;
  readonly details?: Details;
  /** The racer of the same library who is the same person, and stands for both. */
  readonly sameAs?: string;
}

export type RacerCommandBody =
  | {
      readonly type: 'racer.create';
      readonly name: string;
      readonly groups: readonly string[];
      readonly details?: Details;
    }
  /** All details of the racer anew. */
  | { readonly type: 'racer.describe'; readonly details: Details }
  | { readonly type: 'racer.rename'; readonly name: string }
  | { readonly type: 'racer.tag'; readonly group: string }
  | { readonly type: 'racer.untag'; readonly group: string }
  | { readonly type: 'racer.delete' }
  /** The racer is the same person as another one. */
  | { readonly type: 'racer.merge'; readonly into: string }
  | { readonly type: 'racer.separate' }
  | { readonly type: 'racer.restore' };

export type RacerChange =
  | {
      readonly type: 'racer-created';
      readonly name: string;
      readonly groups: readonly string[];
      readonly createdBy: string;
      readonly createdAt: EpochMs;
      readonly details?: Details;
    }
  | { readonly type: 'racer-described'; readonly details: Details | undefined }
  | { readonly type: 'racer-renamed'; readonly name: string }
  | { readonly type: 'racer-tagged'; readonly group: string }
  | { readonly type: 'racer-untagged'; readonly group: string }
  | { readonly type: 'racer-deleted' }
  | { readonly type: 'racer-merged'; readonly into: string }
  | { readonly type: 'racer-separated' }
  | { readonly type: 'racer-restored'; readonly racer: Racer };

export type RacerRefusal =
  | 'account-required'
  | 'racer-exists'
  | 'racer-not-found'
  | 'racer-name-blank'
  | 'born-not-plausible'
  | 'racer-with-itself'
  | 'racer-merged-already'
  | 'racers-met'
  | 'too-many-merged';

export interface RacerContext {
  readonly actor: Actor;
  readonly at: EpochMs;
  /** The racer of this id as it was when it was deleted, for `racer.restore`. */
  readonly deleted?: Racer | null;
  /** For `racer.merge`. */
  readonly merge?: MergeContext;
}

export interface MergeContext {
  /** The racer that the command names; null where it is not in the library. */
  readonly into: Racer | null;
  readonly same: SamePersons;
  /** Both have times in one event. Only the server knows. */
  readonly haveMet: boolean;
}

const nothingKnown: MergeContext = { into: null, same: new Map(), haveMet: false };

/** A library belongs to the account that made it: for every other account its racers do not exist. */
export function decideRacer(
  racer: Racer | null,
  command: RacerCommandBody,
  { actor, at, deleted = null, merge = nothingKnown }: RacerContext,
): Result<readonly RacerChange[], RacerRefusal> {
  if (!hasAccount(actor)) return refuse('account-required');
  if ('details' in command && command.details !== undefined && !isBornBefore(command.details, at)) {
    return refuse('born-not-plausible');
  }
  if (command.type === 'racer.create') {
    if (racer !== null) return refuse('racer-exists');
    if (command.name.trim() === '') return refuse('racer-name-blank');
    const groups = [...new Set(command.groups.map((group) => group.trim()).filter((group) => group !== ''))];
    const details = tidyDetails(command.details ?? {});
    const created = {
      type: 'racer-created',
      name: command.name,
      groups,
      createdBy: actor.userId,
      createdAt: at,
    } as const;
    return ok([{ ...created, ...(details && { details }) }]);
  }
  if (command.type === 'racer.restore') {
    const known = racer ?? deleted;
    if (known?.createdBy !== actor.userId) return refuse('racer-not-found');
    return ok(racer === null ? [{ type: 'racer-restored', racer: known }] : []);
  }
  if (command.type === 'racer.separate') return decideSeparate(racer, deleted, actor);
  if (racer === null || racer.createdBy !== actor.userId) return refuse('racer-not-found');
  switch (command.type) {
    case 'racer.rename':
      if (command.name.trim() === '') return refuse('racer-name-blank');
      return command.name === racer.name ? ok([]) : ok([{ type: 'racer-renamed', name: command.name }]);
    case 'racer.describe': {
      const details = tidyDetails(command.details);
      return areSameDetails(details, racer.details) ? ok([]) : ok([{ type: 'racer-described', details }]);
    }
    case 'racer.tag': {
      const group = command.group.trim();
      return group === '' || racer.groups.includes(group) ? ok([]) : ok([{ type: 'racer-tagged', group }]);
    }
    case 'racer.untag':
      return racer.groups.includes(command.group) ? ok([{ type: 'racer-untagged', group: command.group }]) : ok([]);
    case 'racer.delete':
      return ok([{ type: 'racer-deleted' }]);
    case 'racer.merge':
      return decideMerge(racer, command.into, merge);
  }
}

/** A racer who was deleted while merged comes back with it: otherwise the results would be nobody's. */
function decideSeparate(
  racer: Racer | null,
  deleted: Racer | null,
  { userId }: Actor,
): Result<readonly RacerChange[], RacerRefusal> {
  const known = racer ?? deleted;
  if (known?.createdBy !== userId) return refuse('racer-not-found');
  if (known.sameAs === undefined) return ok([]);
  const back = racer === null ? [{ type: 'racer-restored', racer: known } as const] : [];
  return ok([...back, { type: 'racer-separated' }]);
}

/** Two who are one person already stay as they are: two phones may have said so at once, each the other way round. */
function decideMerge(
  racer: Racer,
  named: string,
  { into, same, haveMet }: MergeContext,
): Result<readonly RacerChange[], RacerRefusal> {
  if (named === racer.id) return refuse('racer-with-itself');
  if (into?.createdBy !== racer.createdBy) return refuse('racer-not-found');
  if (personOf(same, racer.id) === personOf(same, named)) return ok([]);
  if (racer.sameAs !== undefined) return refuse('racer-merged-already');
  if (haveMet) return refuse('racers-met');
  if (same.size >= MAX_MERGED) return refuse('too-many-merged');
  return ok([{ type: 'racer-merged', into: named }]);
}

/** Null once the racer is deleted. */
export function applyRacer(id: string, racer: Racer | null, change: RacerChange): Racer | null {
  if (change.type === 'racer-created') {
    const { type: _type, ...racer } = change;
    return { id, ...racer, awaitingCredits: false };
  }
  if (change.type === 'racer-restored') return change.racer;
  if (racer === null) throw new Error(`A racer cannot begin with ${change.type}`);
  switch (change.type) {
    case 'racer-renamed':
      return { ...racer, name: change.name };
    case 'racer-described': {
      const { details: _before, ...rest } = racer;
      return change.details === undefined ? rest : { ...rest, details: change.details };
    }
    case 'racer-tagged':
      return { ...racer, groups: [...racer.groups, change.group] };
    case 'racer-untagged':
      return { ...racer, groups: racer.groups.filter((group) => group !== change.group) };
    case 'racer-deleted':
      return null;
    case 'racer-merged':
      return { ...racer, sameAs: change.into };
    case 'racer-separated': {
      const { sameAs: _before, ...rest } = racer;
      return rest;
    }
  }
}

export const racerSorts = ['name-ascending', 'name-descending', 'most-recent'] as const;
export type RacerSort = (typeof racerSorts)[number];

const collator = new Intl.Collator(LANGUAGE, { numeric: true, sensitivity: 'base' });

export function sortRacers(racers: readonly Racer[], sort: RacerSort): Racer[] {
  const byName = (one: Racer, other: Racer) => collator.compare(one.name, other.name) || (one.id < other.id ? -1 : 1);
  if (sort === 'name-ascending') return racers.toSorted(byName);
  if (sort === 'name-descending') return racers.toSorted((one, other) => byName(other, one));
  return racers.toSorted((one, other) => other.createdAt - one.createdAt || byName(one, other));
}

export function listGroups(racers: readonly Racer[]): string[] {
  return [...new Set(racers.flatMap((racer) => racer.groups))].toSorted(collator.compare);
}
