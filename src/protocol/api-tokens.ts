import * as z from 'zod/mini';
import { type Command, id } from './commands.ts';
import { api } from './routes.ts';
import { seriesPaths } from './series-paths.ts';
import { oneLine, text } from './text.ts';

/** Rights that a token gives to a program, within those of the account that made it. */
export const scopes = [
  'events:read',
  'results:read',
  'series:read',
  'entries:write',
  'taps:write',
  'statuses:write',
  'penalties:write',
] as const;
export type Scope = (typeof scopes)[number];

export const MAX_TOKEN_NAME = 60;
/** Days after which a token ends by itself. */
export const tokenDays = [7, 30, 90, 365] as const;

/** Tokens begin with this, so that people and secret scanners know one when they see it. */
export const TOKEN_START = 'pushoff_';

export const newToken = z.object({
  name: text(MAX_TOKEN_NAME).check(z.trim(), oneLine, z.minLength(1)),
  scopes: z.array(z.enum(scopes)).check(z.minLength(1), z.maxLength(scopes.length)),
  days: z.literal(tokenDays),
});
export type NewToken = z.infer<typeof newToken>;
export const tokenWithdrawal = z.object({ id });

export interface ListedToken {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Moment of the last use, to the hour. Null: never used. */
  readonly lastUsedAt: number | null;
}
export interface TokenList {
  readonly tokens: readonly ListedToken[];
}
/** The only answer that holds the token itself. */
export interface MadeToken extends TokenList {
  readonly token: string;
}

/**
 * Calls that take a token, and the scope that each asks for. Every other call refuses tokens: those of the account, of
 * money, of people and of keys. No scope: every token will do, because the call is open to everybody.
 */
export const tokenCalls: readonly TokenCall[] = [
  { method: 'get', path: api.eventList, scopes: ['events:read'] },
  { method: 'get', path: api.event, scopes: ['events:read'] },
  { method: 'get', path: api.startList, scopes: ['events:read'] },
  { method: 'get', path: api.results, scopes: ['results:read'] },
  { method: 'get', path: api.boardCsv, scopes: ['results:read'] },
  { method: 'get', path: seriesPaths.list, scopes: ['series:read'] },
  { method: 'get', path: seriesPaths.one, scopes: ['series:read'] },
  { method: 'get', path: seriesPaths.csv, scopes: ['series:read'] },
  {
    method: 'post',
    path: api.commands,
    scopes: ['entries:write', 'taps:write', 'statuses:write', 'penalties:write'],
  },
  { method: 'get', path: api.clock, scopes: [] },
  { method: 'get', path: api.openApi, scopes: [] },
];

export interface TokenCall {
  readonly method: 'get' | 'post';
  readonly path: string;
  /** Scopes of which one is enough. */
  readonly scopes: readonly Scope[];
}

const byCommand: Readonly<Partial<Record<Command['type'], Scope>>> = {
  'racer.create': 'entries:write',
  'racer.rename': 'entries:write',
  'entries.add': 'entries:write',
  'entry.rename': 'entries:write',
  'entry.remove': 'entries:write',
  'entry.restore': 'entries:write',
  'racer.describe': 'entries:write',
  'details.set': 'entries:write',
  'handicaps.set': 'entries:write',
  'bibs.set': 'entries:write',
  'schedule.set': 'entries:write',
  'schedule.shift': 'entries:write',
  'tap.record': 'taps:write',
  'tap.assign': 'taps:write',
  'tap.undo': 'taps:write',
  'tap.redo': 'taps:write',
  'status.set': 'statuses:write',
  'statuses.set': 'statuses:write',
  'adjustment.add': 'penalties:write',
  'adjustment.remove': 'penalties:write',
};

/** Whether a token may send a command. Commands that are not named need a person. */
export function mayCommand(given: readonly Scope[], type: Command['type']): boolean {
  const scope = byCommand[type];
  return scope !== undefined && given.includes(scope);
}

/** The kinds of commands that a scope covers, for the documentation. */
export const commandsOf = (scope: Scope): readonly string[] =>
  Object.entries(byCommand).flatMap(([type, needed]) => (needed === scope ? [type] : []));
