import type { Weakening } from './weakening.ts';

export const programWeakenings: readonly Weakening[] = [
  {
    name: 'every call takes a token',
    guard: 'recogniseTokens',
    find: "if (call === undefined) return refuseWith(c, isThere(c.req) ? 'token-not-accepted' : 'not-found');",
    replace: 'if (call === undefined) return next();',
    cells: ['^get /api/account/credits with a token'],
  },
  {
    name: 'a command needs no scope',
    guard: 'mayCommand',
    find: 'return scope !== undefined && given.includes(scope);',
    replace: 'return scope === undefined || given.includes(scope);',
    cells: ['^event.delete with a token'],
  },
  {
    name: 'tokens read the keys of events',
    guard: 'createEventRoutes',
    find: "c.get('token') === undefined && can(actor, 'seeKeys', door)",
    replace: "can(actor, 'seeKeys', door)",
    cells: ['^event with a token'],
  },
  {
    name: 'tokens read the keys of series',
    guard: 'createSeriesRoutes',
    find: "c.get('token') === undefined ? 'owner' : 'program'",
    replace: "'owner'",
    cells: ['^series with a token'],
  },
  {
    name: 'tokens without a confirmed address',
    guard: 'findConfirmed',
    find: "return account.ok && account.value.verifiedEmail === null ? refuse('address-not-confirmed') : account;",
    replace: 'return account;',
    cells: [String.raw`^createToken \(`],
  },
  {
    name: 'the webhooks of others',
    guard: 'findWebhook',
    find: 'return (await listWebhooks(db, userId)).find((hook) => hook.id === id);',
    replace:
      "const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst(); return row && fromRow(row);",
    cells: [String.raw`^removeWebhook \(.*other's`],
  },
  {
    name: 'the tokens of others',
    guard: 'deleteToken',
    find: ".where('userId', '=', userId)",
    replace: '',
    cells: [String.raw`^withdrawToken \(.*other's`],
  },
  {
    name: 'webhooks to private networks',
    guard: 'createWebhookRoutes',
    find: "if (!(await mayCall(url, webhooks.rules))) return refuseWith(c, 'webhook-address-refused');",
    replace: '',
    cells: [String.raw`^createWebhook \(`],
  },
];
