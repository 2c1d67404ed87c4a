import type { Weakening } from './weakening.ts';

const SIGNED_IN = `    const viewer = await signedIn(c);
    if (viewer === undefined) return refuseWith(c, 'unauthenticated');
`;
const UNCHECKED = `    const viewer = (await signedIn(c)) ?? { kind: 'user', userId: '', email: '', credits: 0 };
`;

/** The check of the session at the head of one account route. */
const sessionOf = (method: 'get' | 'post', name: string): Weakening => ({
  name: `${name} without a session`,
  guard: 'createAccountRoutes',
  find: `  app.${method}(api.${name}, async (c) => {\n${SIGNED_IN}`,
  replace: `  app.${method}(api.${name}, async (c) => {\n${UNCHECKED}`,
  cells: [`^${name} \\(`],
});

const NOBODY = "{ userId: '', isAnonymous: false, verifiedEmail: null, name: '', keys: {} }";

export const serverWeakenings: readonly Weakening[] = [
  sessionOf('post', 'requestVerification'),
  sessionOf('post', 'changePassword'),
  sessionOf('post', 'changeUsername'),
  sessionOf('get', 'accountData'),
  sessionOf('post', 'deleteAccount'),
  {
    name: 'a guest without an account counts as an account',
    guard: 'createAccountRoutes',
    find: "return viewer.kind === 'user' ? viewer : undefined;",
    replace: "return viewer.kind === 'nobody' ? undefined : (viewer as SignedInViewer);",
    cells: [String.raw`^accountData \(`],
  },
  {
    name: 'the account is deleted without its password',
    guard: 'deleteAccount',
    find: 'if (!right.ok) return right;',
    replace: '',
    cells: ['without the password'],
  },
  {
    name: 'an address is confirmed by the mail alone',
    guard: 'createMailLinkRoutes',
    find: "if (password === undefined) return refuseWith(c, 'account-password-needed');",
    replace: 'if (password === undefined) return c.json({ verified: true });',
    cells: [String.raw`^confirmVerification \(`],
  },
  {
    name: 'commands without a session',
    guard: 'createCommandRoutes',
    find: `    const known = await findSender(parts, c);
    if (known === null) return refuseWith(c, 'unauthenticated');`,
    replace: `    const known = (await findSender(parts, c)) ?? ${NOBODY};`,
    cells: [String.raw`^tap\.record \| (nobody|viewer|expired)`],
  },
  {
    name: 'commands in the name of another',
    guard: 'createCommandRoutes',
    find: "if (userId !== undefined && userId !== known.userId) return refuseWith(c, 'unauthenticated');",
    replace: '',
    cells: ['^commands in another name'],
  },
  {
    name: 'the account page without a session',
    guard: 'createEventRoutes',
    find: `    const sender = await findSender(parts, c);
    if (sender === null) return refuseWith(c, 'unauthenticated');`,
    replace: `    const sender = (await findSender(parts, c)) ?? ${NOBODY};`,
    cells: [String.raw`^account \(`],
  },
  {
    name: 'the history of credits without a session',
    guard: 'createCreditRoutes',
    find: `    const sender = await findSender(parts, c);
    if (sender === null) return refuseWith(c, 'unauthenticated');`,
    replace: `    const sender = (await findSender(parts, c)) ?? ${NOBODY};`,
    cells: [String.raw`^creditHistory \(`],
  },
  {
    name: 'the history of credits without an account',
    guard: 'createCreditRoutes',
    find: "if (sender.isAnonymous) return refuseWith(c, 'account-required');",
    replace: '',
    cells: [String.raw`^creditHistory \(`],
  },
  {
    name: 'payments without an account',
    guard: 'findBuyer',
    find: "if (viewer.kind === 'anonymous') return refuse('account-required');",
    replace: "if (viewer.kind === 'anonymous') return ok({ ...viewer, email: '' } as unknown as SignedInViewer);",
    cells: [String.raw`^createPaymentIntent \(`, String.raw`^payment \(`],
  },
  {
    name: 'payments of others',
    guard: 'listPayments',
    find: `    .where('creditAccounts.userId', '=', userId)
    .orderBy('payments.createdAt')`,
    replace: "    .orderBy('payments.createdAt')",
    cells: [String.raw`^payment \(`, String.raw`^receipt \(`],
  },
  {
    name: 'messages of the payment provider without its signature',
    guard: 'createSandbox',
    find: 'if (!isSigned(body, header(SIGNATURE_HEADER), signingSecret, clock.now())) return null;',
    replace: '',
    cells: [String.raw`^paymentWebhook \(`],
  },
  {
    name: 'the history for everybody who sees the event',
    guard: 'createEventRoutes',
    find: "if (!isOpen && !can(actor, 'seeHistory', door)) return refuseWith(c, 'permission-denied');",
    replace: '',
    cells: [String.raw`^history \(`],
  },
  {
    name: 'the people for everybody who sees the event',
    guard: 'createEventRoutes',
    find: "if (!can(actor, 'seePeople', door)) return refuseWith(c, 'permission-denied');",
    replace: '',
    cells: [String.raw`^people \(`],
  },
  {
    name: 'the keys for everybody who sees the event',
    guard: 'createEventRoutes',
    find: "can(actor, 'seeKeys', door) ? door.keys : undefined",
    replace: 'door.keys',
    cells: [String.raw`^event \(`],
  },
  {
    name: 'addresses of people for guests',
    guard: 'createEventRoutes',
    find: 'addresses: !actor.isAnonymous',
    replace: 'addresses: true',
    cells: [String.raw`^people \(.* \| guest admin`],
  },
  {
    name: 'any key is the admin key',
    guard: 'matchingKey',
    find: 'const isAdmin = isEqual(given, keys.admin);',
    replace: 'const isAdmin = true;',
    cells: [String.raw`^event \(`],
  },
  {
    name: 'any key is the viewer key',
    guard: 'matchingKey',
    find: 'const isViewer = isEqual(given, keys.viewer);',
    replace: 'const isViewer = true;',
    cells: [String.raw`^event \(`],
  },
  {
    name: 'the viewer key opens what the admin key opens',
    guard: 'matchingKey',
    find: "isViewer || isScreen ? 'viewer' : null",
    replace: "isViewer || isScreen ? 'admin' : null",
    cells: [String.raw`^event \(.* \| own`],
  },
  {
    name: 'a key of another event opens this one',
    guard: 'identifyActor',
    find: 'const keys = event === null ? undefined : await tx.readKeys(eventId);',
    replace: "const keys = { admin: given, viewer: '' };",
    cells: [String.raw`^event \(.* \| other's`, String.raw`^admin\.join \| .* \| other's`],
  },
  {
    name: 'the viewer page with any key',
    guard: 'createPublicPages',
    find: "if (door !== undefined && matchingKey(key, keysOf(door)) === 'viewer') return door;",
    replace: 'if (door !== undefined) return door;',
    cells: [String.raw`^/timer \|`],
  },
  {
    name: 'any key is the key of a screen',
    guard: 'matchingKey',
    find: 'keys.screens?.filter((key) => isEqual(given, key)).length === 1',
    replace: 'keys.screens !== undefined',
    cells: [String.raw`^event \(`],
  },
  {
    name: 'the screens for everybody who sees the event',
    guard: 'createScreenRoutes',
    find: "if (!can(actor, 'manageScreens', door)) return refuse('permission-denied');",
    replace: '',
    cells: [String.raw`^screens \(`],
  },
  {
    name: 'the page of a screen of a deleted event',
    guard: 'createPublicPages',
    find: 'if (door?.deletedAt !== null) return null;',
    replace: 'if (door === undefined) return null;',
    cells: [String.raw`^/timer as a screen \|`],
  },
  {
    name: 'the viewer page of a deleted event',
    guard: 'createPublicPages',
    find: 'if (door === undefined || door.deletedAt !== null) return null;',
    replace: 'if (door === undefined) return null;',
    cells: [String.raw`^/timer \|`],
  },
  {
    name: 'the viewer page with all that admins see',
    guard: 'createPublicPages',
    find: "knownEvents.readText(door, 'viewer')",
    replace: "knownEvents.readText(door, 'admin')",
    cells: [String.raw`^/timer \|`],
  },
  {
    name: 'the figures for everybody',
    guard: 'createOperatorRoutes',
    find: "if (viewer.kind !== 'user' || viewer.isOperator !== true) return next();",
    replace: '',
    cells: ['^operator figures'],
  },
  {
    name: "the operator's page for everybody",
    guard: 'createPageRoutes',
    find: 'if (page === operatorPaths.page && !isOperator) return next();',
    replace: '',
    cells: ['^operator page'],
  },
  {
    name: 'an operator whose address is not verified',
    guard: 'viewerOf',
    find: '...(emailVerified && operators.has(user.email) && { isOperator: true }),',
    replace: '...(operators.has(user.email) && { isOperator: true }),',
    cells: ['^operator .* not verified'],
  },
  {
    name: 'any token for the metrics',
    guard: 'isBearer',
    find: 'return timingSafeEqual(digest(given), digest(token));',
    replace: 'return digest(given).length === digest(token).length;',
    cells: ['^operator metrics'],
  },
  {
    name: 'requests from other sites',
    guard: 'refuseOtherOrigins',
    find: "return isOwnOrigin((name) => headerIn(c, name), publicUrl) ? next() : refuseWith(c, 'origin-refused');",
    replace: 'return next();',
    cells: ['from another site'],
  },
  {
    name: 'other origins count as ours',
    guard: 'isOwnOrigin',
    find: "const isOurs = origin === undefined || origin === publicUrl || isSameHost(origin, header('host'), publicUrl);",
    replace: "const isOurs = origin !== publicUrl || !isSameHost(origin, header('host'), publicUrl);",
    cells: ['from another site, by an origin'],
  },
  {
    name: 'what a browser marks as cross-site counts as ours',
    guard: 'isOwnOrigin',
    find: "return isOurs && header('sec-fetch-site') !== 'cross-site';",
    replace: 'return isOurs;',
    cells: ['from another site, by a mark'],
  },
  {
    name: 'sockets from other sites',
    guard: 'createDoorkeeper',
    find: "if (!isOwnOrigin((name) => headerOf(request, name), parts.publicUrl)) return 'origin-refused';",
    replace: '',
    cells: ['^socket from another site'],
  },
  {
    name: 'racers of others can be added',
    guard: 'handleEventCommand',
    find: '!(await ownsRacers(tx, command.racers.filter(isReal), event, sent.sender.userId))',
    replace: '(await ownsRacers(tx, command.racers.filter(isReal).slice(0, 0), event, sent.sender.userId)) === null',
    cells: ['^entries.add of a racer'],
  },
  {
    name: 'strangers leave receipts behind',
    guard: 'handleCommand',
    find: "|| (outcome.status === 'refused' && isForStrangers(outcome.code))",
    replace: '',
    cells: [String.raw`^tap\.record \| newcomer`],
  },
  {
    name: 'a changed key stays what it was',
    guard: 'replaceRotatedKeys',
    find: "if (change.type === 'keys-rotated') await tx.replaceKey",
    replace: "if (change.type === 'withheld') await tx.replaceKey",
    cells: ['^while they follow the viewer key'],
  },
];
