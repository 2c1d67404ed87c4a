import type { ActorName, Target } from './actors.ts';
import type { Canary } from './canary.ts';
import type { People, Person } from './people.ts';
import type { Outcome } from './rules.ts';
import type { MatrixServer } from './running-server.ts';
import type { Stage } from './stage.ts';
import { call, type Call, refusalIn, type Reply } from './wire.ts';

/** Everything that an attempt needs. */
export interface World {
  readonly server: MatrixServer;
  readonly people: People;
  readonly stage: Stage;
  readonly canary: Canary;
}

/** What somebody saw when they tried. */
export interface Seen {
  readonly outcome: Outcome;
  /** All of the answer but what differs each time: ids that were asked for, and the id of the request. */
  readonly shape: string;
}

/** One actor trying one thing on one target. */
export interface Cell {
  readonly action: string;
  readonly actor: ActorName;
  /** What it is tried on; '-' where there is nothing to choose. */
  readonly target: Target | '-';
  readonly expected: Outcome;
  /** A command whose refusal is remembered for its sender. */
  readonly hasReceipt?: boolean;
  /** Makes something of its own before it tries: the fingerprint of before says nothing. */
  readonly buildsFirst?: boolean;
  /** What is not theirs must look like what is not there, also where it is allowed to look. */
  readonly mustLookAlike?: boolean;
  attempt(world: World): Promise<Seen>;
}

/** One call of the protocol: on what, what the rules say, and how it is tried. */
export interface RouteRow {
  readonly targets: (actor: ActorName) => readonly Cell['target'][];
  readonly expect: (actor: ActorName, target: Cell['target']) => Outcome;
  readonly attempt: (world: World, cell: Cell) => Promise<Seen>;
  readonly mustLookAlike?: boolean;
}

export const nameOf = ({ action, actor, target }: Cell): string => `${action} | ${actor} | ${target}`;

/** A request in somebody's name; everything that comes back is searched for what they may not have. */
export async function askAs(world: World, actor: ActorName, during: string, request: Call): Promise<Reply> {
  const reply = await call(world.server.url, request);
  const cookies = reply.headers.getSetCookie().join('\n');
  const headers = Array.from(reply.headers, ([name, value]) => (name === 'set-cookie' ? '' : `${name}: ${value}`));
  world.canary.inspect(actor, during, [...headers, cookies, reply.text].join('\n'));
  return reply;
}

export function shapeOf({ status, text, headers }: Reply, ...ids: readonly string[]): string {
  let body = text.replaceAll(/"requestId":"[^"]*"/g, '"requestId":""');
  for (const id of ids) if (id !== '') body = body.replaceAll(id, 'ID');
  const names = [...headers.keys()].filter((name) => name !== 'content-length').toSorted();
  return `${status} ${names.join(',')} ${body}`;
}

/** Refused with its code, or whatever an allowed answer is called. */
export function seenIn(
  reply: Reply,
  ids: readonly string[],
  allowed: (reply: Reply) => Outcome = () => 'allowed',
): Seen {
  return { outcome: refusalIn(reply) ?? allowed(reply), shape: shapeOf(reply, ...ids) };
}

export const personOf = ({ people }: World, actor: ActorName): Person => people.of[actor];
