/** The pages of the product. The server answers these with the app and sends any other path to /landing. */
export const pages = [
  '/landing',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/not-my-account',
  '/stop-mail',
  '/follow',
  '/unfollow',
  '/tos',
  '/privacypolicy',
  '/homepage',
  '/account',
  '/buy-credits',
  '/checkout',
  '/timer',
  '/events',
  '/analysis',
  '/analysis/:runId',
  '/series',
  '/series/:seriesId',
  '/racers/:racerId',
  '/compare',
  '/coach',
  '/developers',
  '/on-this-phone',
] as const;
export type Page = (typeof pages)[number];

export const api = {
  boot: '/api/boot',
  signUp: '/api/account/sign-up',
  login: '/api/account/login',
  anonymous: '/api/account/anonymous',
  logout: '/api/account/logout',
  requestPasswordReset: '/api/account/password-reset',
  confirmPasswordReset: '/api/account/password-reset/confirm',
  requestVerification: '/api/account/verification',
  confirmVerification: '/api/account/verification/confirm',
  disownAccount: '/api/account/disown',
  changePassword: '/api/account/password',
  changeUsername: '/api/account/username',
  accountData: '/api/account/data',
  deleteAccount: '/api/account/delete',
  stopMail: '/api/mail/stop',
  /** Posted to by mail programs: the address in the mail itself. */
  stopMailAtOnce: '/stop-mail',
  commands: '/api/commands',
  account: '/api/account',
  event: '/api/events/:eventId',
  changes: '/api/events/:eventId/changes',
  history: '/api/events/:eventId/history',
  people: '/api/events/:eventId/people',
  /** Runs that were attached to its results (telemetry). */
  eventRuns: '/api/events/:eventId/runs',
  embed: '/api/events/:eventId/embed',
  bests: '/api/events/:eventId/bests',
  results: '/api/results/:eventId',
  boardCsv: '/api/results/:eventId/board.csv',
  /** Rows for caches: `name` stands for the viewer key, and is no key (SP11). */
  publicRows: '/api/rows/:eventId/:name',
  publicWhole: '/api/rows/:eventId/:name/whole',
  screens: '/api/events/:eventId/screens',
  screen: '/api/events/:eventId/screens/:screenId',
  group: '/api/groups/:groupId',
  eventList: '/api/events',
  startList: '/api/start-lists/:eventId',
  tokens: '/api/account/tokens',
  createToken: '/api/account/tokens/new',
  withdrawToken: '/api/account/tokens/withdraw',
  webhooks: '/api/account/webhooks',
  createWebhook: '/api/account/webhooks/new',
  removeWebhook: '/api/account/webhooks/remove',
  testWebhook: '/api/account/webhooks/test',
  resumeWebhook: '/api/account/webhooks/resume',
  followers: '/api/events/:eventId/followers',
  pushKey: '/api/push-key',
  confirmFollow: '/api/followers/confirm',
  unfollow: '/api/followers/stop',
  /** Posted to by mail programs: the address in the mail itself. */
  unfollowAtOnce: '/unfollow',
  ownRaces: '/api/compare',
  compare: '/api/compare/:eventId/:otherId',
  progress: '/api/progress',
  records: '/api/records',
  creditHistory: '/api/account/credits',
  createPaymentIntent: '/api/createPaymentIntent',
  payment: '/api/payments/:paymentId',
  receipt: '/api/payments/:paymentId/receipt',
  paymentWebhook: '/api/payments/webhook',
  sandboxConfirm: '/api/sandbox/confirm',
  sandboxAuthenticate: '/api/sandbox/authenticate',
  clock: '/api/clock',
  openApi: '/api/openapi.json',
} as const;

/** Whether a group can have this id. An address may contain anything. */
export const isGroupId = (text: string): boolean => /^[^\p{Control}\p{Surrogate}]{1,64}$/u.test(text);

/** The path that lets a guest in; it is appended to the public address of the site. */
export function guestPath(eventId: string, kind: 'admin' | 'viewer', key: string): string {
  const name = kind === 'admin' ? 'guestAdminKey' : 'guestViewerKey';
  return `/timer?eventId=${encodeURIComponent(eventId)}&${name}=${encodeURIComponent(key)}`;
}

/** The path where the reader of an invitation asks for no more of them. */
export function stopMailPath(token: string): string {
  return `/stop-mail?token=${encodeURIComponent(token)}`;
}

/** The path where the reader of a mail says that the messages about a racer are wanted. */
export function confirmFollowPath(token: string): string {
  return `/follow?token=${encodeURIComponent(token)}`;
}

/** The path where a follower stops the messages. */
export function unfollowPath(token: string): string {
  return `/unfollow?token=${encodeURIComponent(token)}`;
}
