import { randomUUID } from 'node:crypto';
import type { Command } from '../../src/protocol/commands.ts';
import { createEvent, createRacer, eventCommand, racerCommand, tap } from '../support/commands.ts';
import { type ActorName, actors, type Club, clubOf, type Target, targetsOf } from './actors.ts';
import { type Cell, nameOf, type Seen, type World } from './cell.ts';
import { tryCommand } from './command-rows.ts';
import { expectEventCommand, expectRacerCommand, type Outcome } from './rules.ts';
import { keysFor, type Race } from './stage.ts';
import { sendAll } from './wire.ts';

/** A command of the owner of the club, of which every actor then sends an exact copy. */
interface Copied {
  readonly type: Command['type'];
  readonly make: (race: Race) => Command;
  readonly expect: (actor: ActorName, target: Target) => Outcome;
}

/** The owners of both clubs. */
const authors: readonly ActorName[] = ['owner', 'outsider'];
const isAuthor = (actor: ActorName, target: Target) => authors.includes(actor) && target === 'own';
let invitations = 0;

/** C1: to everybody but its author, a copy is a new command that finds its work done. */
const copied: readonly Copied[] = [
  {
    type: 'tap.record',
    make: (race) => tap(race.id, 'finish', race.racerId),
    expect: (actor, target) => expectEventCommand('tap.record', actor, target),
  },
  {
    // The address is one that the canary looks for in every answer.
    type: 'admin.invite',
    make: ({ id, club }) =>
      eventCommand(id, { type: 'admin.invite', email: `canaryinvited${club}-${(invitations += 1)}@example.org` }),
    // A guest may invite nobody (V19). Of an invitation that was made a guest sees what the event shows: no address.
    expect: (actor, target) => expectEventCommand('admin.invite', actor, target).replace('account-required', 'allowed'),
  },
  {
    type: 'event.create',
    make: () => createEvent(randomUUID()),
    expect: (actor, target) => (isAuthor(actor, target) ? 'allowed' : expectEventCommand('event.create', actor, 'own')),
  },
  {
    type: 'racer.create',
    make: () => createRacer(randomUUID()),
    expect: (actor, target) => (isAuthor(actor, target) ? 'allowed' : expectRacerCommand('racer.create', actor, 'own')),
  },
  {
    type: 'racer.rename',
    make: ({ racerId }) => racerCommand(racerId, { type: 'racer.rename', name: 'Ada' }),
    expect: (actor, target) => expectRacerCommand('racer.rename', actor, isAuthor(actor, target) ? 'own' : "other's"),
  },
];

interface Original {
  readonly race: Race;
  readonly command: Command;
}
const originals = new WeakMap<World, Map<string, Promise<Original>>>();

async function makeOriginal({ stage, people, server }: World, club: Club, { make }: Copied): Promise<Original> {
  const race = await stage.newRace(club);
  const command = make(race);
  const author = people.of[club === 'ours' ? 'owner' : 'outsider'];
  await sendAll(server.url, author.cookie, {}, command);
  return { race, command };
}

/** A copy changes nothing, so all actors copy the same command of each club. */
function originalOf(world: World, club: Club, copy: Copied): Promise<Original> {
  const known = originals.get(world) ?? new Map<string, Promise<Original>>();
  originals.set(world, known);
  const name = `${copy.type} ${club}`;
  const original = known.get(name) ?? makeOriginal(world, club, copy);
  known.set(name, original);
  return original;
}

async function attemptCopy(world: World, cell: Cell, copy: Copied): Promise<Seen> {
  const { stage } = world;
  const target = cell.target as Target;
  const { race, command } = await originalOf(world, clubOf(cell.actor, target), copy);
  return tryCommand(world, cell.actor, nameOf(cell), keysFor(stage, cell.actor, target, race), command);
}

export function copyCells(): Cell[] {
  return actors.flatMap((actor) =>
    copied.flatMap((each) =>
      targetsOf(actor)
        .filter((target) => target === 'own' || target === "other's")
        .map((target): Cell => {
          const cell: Cell = {
            action: `copy of ${each.type}`,
            actor,
            target,
            expected: each.expect(actor, target),
            buildsFirst: true,
            attempt: (world) => attemptCopy(world, cell, each),
          };
          return cell;
        }),
    ),
  );
}
