import type { ActorName, Target } from './actors.ts';
import type { Canary } from './canary.ts';
import type { People, Person } from './people.ts';
import type { Outcome } from './rules.ts';
import type { TestServer } from '../support/running-server.ts';
import type { Stage } from './stage.ts';
import { call, type Call, refusalIn, type Reply } from './wire.ts';

/** Everything that an attempt needs. */
export interface World {
  readonly server: TestServer;
  readonly people: People;
  readonly stage: Stage;
  readonly canary: Canary;
}

/** What an actor saw of an attempt. */
export interface Seen {
  readonly outcome: Outcome;
  /** The whole answer without the parts that differ each time: requested ids, and the id of the request. */
  readonly shape: string;
}

/** One actor trying one thing on one target. */
export interface Cell {
  readonly action: string;
  readonly actor: ActorName;
  /** The target of the attempt; '-' where there is no choice. */
  readonly target: Target | '-';
  readonly expected: Outcome;
  /** A command whose refusal is remembered for its sender. */
  readonly hasReceipt?: boolean;
  /** Creates data before the attempt, so the fingerprint before the cell cannot be compared. */
  readonly buildsFirst?: boolean;
  /** Other people's targets must look like missing ones, also where the outcome is allowed. */
  readonly mustLookAlike?: boolean;
  attempt(world: World): Promise<Seen>;
}

/** One call of the protocol: its targets, the expected outcome, and the attempt. */
export interface RouteRow {
  readonly targets: (actor: ActorName) => readonly Cell['target'][];
  readonly expect: (actor: ActorName, target: Cell['target']) => Outcome;
  readonly attempt: (world: World, cell: Cell) => Promise<Seen>;
  readonly mustLookAlike?: boolean;
  readonly buildsFirst?: boolean;
}

export const nameOf = ({ action, actor, target }: Cell): string => `${action} | ${actor} | ${target}`;

/** A request by an actor; the answer is searched for marks that the actor may not have. */
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

/** The code of a refusal, or the name of an allowed answer. */
export function seenIn(
  reply: Reply,
  ids: readonly string[],
  allowed: (reply: Reply) => Outcome = () => 'allowed',
): Seen {
  return { outcome: refusalIn(reply) ?? allowed(reply), shape: shapeOf(reply, ...ids) };
}

export const personOf = ({ people }: World, actor: ActorName): Person => people.of[actor];
