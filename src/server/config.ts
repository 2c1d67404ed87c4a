import { hostname } from 'node:os';
import { resolve, sep } from 'node:path';
import type { TileSource } from '../protocol/account.ts';
import { isLogLevel, type LogLevel, logLevels } from './log.ts';
import { parseProxies, type ProxyList } from './addresses/client-address.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /**
   * Address of the NATS server over which nodes of one database exchange news; without it PostgreSQL carries the news.
   */
  readonly busUrl: string | undefined;
  readonly publicUrl: string;
  readonly secret: string | undefined;
  readonly mail: MailConfig;
  readonly signupReview: boolean;
  readonly trustedProxies: ProxyList;
  readonly logLevel: LogLevel;
  readonly payments: PaymentsConfig;
  /** Email addresses of the accounts that see the operator's page, once the addresses are verified. */
  readonly operators: ReadonlySet<string>;
  /** Token that opens /metrics; without it the path does not exist. */
  readonly metricsToken: string | undefined;
  /** Name of this node on the operator's page. */
  readonly nodeName: string;
  /** Origin of a stand-in for push services, for tests. */
  readonly pushServiceUrl: string | undefined;
  readonly tiles: TileSource | undefined;
  readonly publicRows: PublicRowsConfig | undefined;
  /** Whether webhooks may go to private networks and over plain http. */
  readonly webhooksToPrivate: boolean;
  /** Quotas in bytes for each account: of runs with their samples, and of uploaded videos. 0 turns uploading off. */
  readonly runQuota: number;
  readonly pictureQuota: number;
  readonly videoQuota: number;
  readonly videoStore: VideoStoreConfig;
  /** Second place to which everything committed is copied within seconds; only for SQLite. */
  readonly copy: CopyConfig | undefined;
  /** Days whose every moment can be restored from the copy. */
  readonly copyDays: number;
  /** Bytes of runs, samples and videos of all accounts together. */
  readonly storageCap: number;
  /** Bytes that stay free on the disk of DATA_DIR: below that nothing is uploaded, and taps go on. */
  readonly freeSpaceFloor: number;
  /** Variables that are set and well formed but have no effect: named once in the log, never ignored silently. */
  readonly unused: readonly string[];
}

/** Cache that spectators' pages read public rows from, and the number of an event's spectators above which they do. */
export interface PublicRowsConfig {
  readonly url: string;
  readonly from: number;
}

export interface MailConfig {
  readonly smtpUrl: string | undefined;
  readonly from: string;
  readonly admin: string;
  readonly support: string;
  readonly contact: string;
}

export type PaymentsConfig = { readonly provider: 'sandbox' } | StripePayments;

export interface StripePayments {
  readonly provider: 'stripe';
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Address of a stand-in for Stripe, for tests. */
  readonly apiUrl: string | undefined;
}

type VideoStoreConfig = { readonly kind: 'files' } | S3StoreConfig;

export interface S3StoreConfig extends S3Access {
  readonly kind: 's3';
  readonly bucket: string;
}

export type CopyConfig =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly folder: string; readonly access: S3Access };

export interface S3Access {
  /** Address of a store that is not Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Keys of the store; without them the machine's own role decides. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** Spectators of one event that get sockets on a node; those beyond read from the cache. */
const SPECTATORS_ON_SOCKETS = 1_000;

/** Error thrown once at start, naming every wrong variable; the operator reads its message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

export function parseConfig(environment: Environment): Config {
  const problems: string[] = [];

  function read<Value>(name: string, takes: string, parse: (text: string) => Value | undefined): Value | undefined {
    const text = environment[name]?.trim();
    if (text === undefined || text === '') return undefined;
    const value = parse(text);
    if (value === undefined) problems.push(`${name} takes ${takes}; it is set to ${shown(name, text)}.`);
    return value;
  }

  const port = read('PORT', 'a whole number from 1 to 65535', wholeNumber(1, 65_535)) ?? 3000;
  const host = read('HOST', 'a host name or an IP address to listen on', hostName) ?? '127.0.0.1';
  const dataDir = resolve(read('DATA_DIR', 'a folder', (text) => (text.includes('\0') ? undefined : text)) ?? 'data');
  const databaseUrl = read(
    'DATABASE_URL',
    'a PostgreSQL address such as postgres://user:password@host/database',
    url('postgres:', 'postgresql:'),
  );
  const publicUrl =
    read('PUBLIC_URL', 'the address that people use, with no path, such as https://timing.example.org', origin) ??
    `http://${isLoopback(host) || isAnyAddress(host) ? 'localhost' : bracketed(host)}:${port}`;
  const secret = read('SECRET', 'at least 32 characters', (text) => (text.length >= 32 ? text : undefined));
  const domain = new URL(publicUrl).hostname;
  const address = 'an email address';
  const mail: MailConfig = {
    smtpUrl: read('SMTP_URL', 'an address such as smtp://user:password@host:587', url('smtp:', 'smtps:')),
    from: read('MAIL_FROM', `${address}, or 'Name <${address}>'`, sender) ?? `Pushoff <no-reply@${domain}>`,
    admin: read('ADMIN_EMAIL', address, email) ?? `admin@${domain}`,
    support: read('SUPPORT_EMAIL', address, email) ?? `support@${domain}`,
    contact: read('CONTACT_EMAIL', address, email) ?? `contact@${domain}`,
  };
  const signupReview = read('SIGNUP_REVIEW', "'true' or 'false'", flag) ?? false;
  const trustedProxies =
    read('TRUSTED_PROXIES', 'IP addresses or networks such as 10.0.0.0/8, separated by commas', parseProxies) ??
    parseProxies('');
  const logLevel = read('LOG_LEVEL', `one of ${logLevels.join(', ')}`, (text) => (isLogLevel(text) ? text : undefined));
  const busUrl = read('BUS_URL', 'an address such as nats://host:4222', url('nats:'));
  // A bus has no effect on SQLite: there is only one node.
  const unused = busUrl !== undefined && databaseUrl === undefined ? ['BUS_URL'] : [];
  const provider = read('PAYMENTS', "'sandbox' or 'stripe'", paymentProvider);
  const keys = {
    STRIPE_SECRET_KEY: read('STRIPE_SECRET_KEY', 'a key that begins with sk_ or rk_', startingWith('sk_', 'rk_')),
    STRIPE_PUBLISHABLE_KEY: read('STRIPE_PUBLISHABLE_KEY', 'a key that begins with pk_', startingWith('pk_')),
    STRIPE_WEBHOOK_SECRET: read('STRIPE_WEBHOOK_SECRET', 'a secret that begins with whsec_', startingWith('whsec_')),
  };
  const operators = read('OPERATORS', 'email addresses, separated by commas', emails) ?? [];
  const metricsToken = read('METRICS_TOKEN', 'at least 32 characters, without spaces', (text) =>
    /^\S{32,}$/.test(text) ? text : undefined,
  );
  const nodeName = read('NODE_NAME', 'letters, digits, dots and dashes, at most 64', nodeLabel) ?? hostname();
  const webhooksToPrivate = read('WEBHOOKS_TO_PRIVATE_NETWORKS', "'true' or 'false'", flag) ?? false;
  const tileUrl = read('TILE_URL', 'an https address with {z}, {x} and {y} in its path', tileAddress);
  const attribution = read('TILE_ATTRIBUTION', 'a line of at most 200 characters', shortLine) ?? '';
  const rowsUrl = read(
    'PUBLIC_ROWS_URL',
    'the address of a cache, with no path, such as https://rows.example.org',
    oneOrigin,
  );
  const rowsFrom = read('PUBLIC_ROWS_FROM', 'a whole number of spectators', wholeNumber(0, 1e9));
  if (rowsFrom !== undefined && rowsUrl === undefined) unused.push('PUBLIC_ROWS_FROM');
  const runQuota = (read('RUN_QUOTA_MB', 'a whole number of megabytes', wholeNumber(1, 1e6)) ?? 1000) * 1024 ** 2;
  const videoQuota = (read('VIDEO_QUOTA_GB', 'a whole number of gigabytes', wholeNumber(0, 1e6)) ?? 20) * 1024 ** 3;
  const pictureQuota =
    (read('PICTURE_QUOTA_MB', 'a whole number of megabytes', wholeNumber(0, 1e6)) ?? 500) * 1024 ** 2;
  const storageCap = (read('STORAGE_CAP_GB', 'a whole number of gigabytes', wholeNumber(0, 1e6)) ?? 100) * 1024 ** 3;
  const freeSpaceFloor =
    (read('FREE_SPACE_FLOOR_MB', 'a whole number of megabytes', wholeNumber(0, 1e9)) ?? 1024) * 1024 ** 2;
  const bucket = read('VIDEO_STORE', 'the name of a bucket, such as s3://pushoff-videos', s3Bucket);
  const s3Keys = {
    S3_ACCESS_KEY_ID: read('S3_ACCESS_KEY_ID', 'a key', (text) => text),
    S3_SECRET_ACCESS_KEY: read('S3_SECRET_ACCESS_KEY', 'a key', (text) => text),
  };
  const s3 = {
    endpoint: read('S3_ENDPOINT', 'an address such as https://s3.example.org', origin),
    region: read('S3_REGION', 'the name of a region', nodeLabel) ?? 'us-east-1',
  };
  const copyTo = read('BACKUP_TO', 'a folder on another disk, or s3://bucket/folder', copyPlace(dataDir));
  const copyDays = read('BACKUP_DAYS', 'a whole number of days from 1 to 3650', wholeNumber(1, 3650)) ?? 7;
  // PostgreSQL has a continuous backup of its own.
  if (copyTo !== undefined && databaseUrl !== undefined) unused.push('BACKUP_TO');
  const pushServiceUrl = read('PUSH_SERVICE_URL', 'an address of this machine alone, for tests', loopbackOrigin);
  const apiUrl = read('STRIPE_API_URL', 'an address of this machine alone, for tests', loopbackOrigin);

  // A variable that is set but wrong has been named already; problems that follow from it would only be noise.
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const payments = choosePayments(provider, keys, apiUrl, problems);
  const needsS3 = bucket !== undefined || (copyTo !== undefined && 'bucket' in copyTo);
  const access = needsS3 ? { ...s3, credentials: chooseCredentials(s3Keys, problems) } : undefined;
  const open = [host, domain].find((name) => !isLoopback(name));
  if (payments.provider === 'sandbox' && provider === undefined && open !== undefined) {
    problems.push(sandboxInTheOpen(open === host ? `HOST (${host})` : `PUBLIC_URL (${publicUrl})`));
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return {
    port,
    host,
    dataDir,
    databaseUrl,
    busUrl,
    publicUrl,
    secret,
    mail,
    signupReview,
    trustedProxies: trustedProxies!,
    logLevel: logLevel ?? 'info',
    payments,
    operators: new Set(operators),
    metricsToken,
    nodeName,
    webhooksToPrivate,
    pushServiceUrl,
    runQuota,
    videoQuota,
    pictureQuota,
    videoStore: bucket === undefined ? { kind: 'files' } : { kind: 's3', bucket, ...access! },
    copy: databaseUrl === undefined && copyTo !== undefined ? withAccess(copyTo, access) : undefined,
    copyDays,
    storageCap,
    freeSpaceFloor,
    tiles: tileUrl === undefined ? undefined : { url: tileUrl, attribution },
    publicRows: rowsUrl === undefined ? undefined : { url: rowsUrl, from: rowsFrom ?? SPECTATORS_ON_SOCKETS },
    unused,
  };
}

/** A Stripe key without PAYMENTS selects Stripe; without a key the sandbox is a checkout that works. */
function choosePayments(
  provider: PaymentsConfig['provider'] | undefined,
  keys: Readonly<Record<'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET', string | undefined>>,
  apiUrl: string | undefined,
  problems: string[],
): PaymentsConfig {
  const { STRIPE_SECRET_KEY = '', STRIPE_PUBLISHABLE_KEY = '', STRIPE_WEBHOOK_SECRET = '' } = keys;
  if ((provider ?? (STRIPE_SECRET_KEY === '' ? 'sandbox' : 'stripe')) === 'sandbox') return { provider: 'sandbox' };
  for (const [name, value] of Object.entries(keys)) {
    if (value === undefined) problems.push(`${name} is not set, and payments through Stripe need it.`);
  }
  if (isTestKey(STRIPE_SECRET_KEY) !== isTestKey(STRIPE_PUBLISHABLE_KEY) && problems.length === 0) {
    problems.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong together: one is for tests, the other is not.');
  }
  return {
    provider: 'stripe',
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl,
  };
}

function chooseCredentials(
  keys: Readonly<Record<'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string | undefined>>,
  problems: string[],
): S3Access['credentials'] {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = keys;
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined;
  for (const [name, value] of Object.entries(keys)) {
    if (value === undefined) problems.push(`${name} is not set, and the other key of the store is no use without it.`);
  }
  return { accessKeyId: accessKeyId ?? '', secretAccessKey: secretAccessKey ?? '' };
}

const S3 = 's3://';
type CopyPlace = { readonly folder: string; readonly bucket?: string };

function withAccess({ bucket, folder }: CopyPlace, access: S3Access | undefined): CopyConfig {
  return bucket === undefined ? { kind: 'folder', folder } : { kind: 's3', bucket, folder, access: access! };
}

/** A copy in DATA_DIR would be lost together with the database. */
const copyPlace =
  (dataDir: string) =>
  (text: string): CopyPlace | undefined => {
    if (text.startsWith(S3)) {
      const [name = '', ...folders] = text.slice(S3.length).split('/');
      const [bucket, folder] = [s3Bucket(S3 + name), folders.filter((each) => each !== '').join('/')];
      return bucket === undefined || !/^[\w./-]*$/.test(folder) ? undefined : { bucket, folder };
    }
    if (text.includes('\0') || text.includes('://')) return undefined;
    const path = resolve(text);
    return `${path}${sep}`.startsWith(`${dataDir}${sep}`) ? undefined : { folder: path };
  };

const s3Bucket = (text: string): string | undefined => /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(text)?.[1];

function sandboxInTheOpen(where: string): string {
  return (
    `PAYMENTS is not set, and ${where} can be reached from other machines: in the sandbox anybody there buys credits with ` +
    'test card numbers. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET to take cards, or ' +
    'PAYMENTS=sandbox if that is meant.'
  );
}

/** Stripe's keys say whether they are for tests. */
const isTestKey = (key: string): boolean => /^(sk|rk|pk)_test_/.test(key);

function paymentProvider(text: string): PaymentsConfig['provider'] | undefined {
  return text === 'sandbox' || text === 'stripe' ? text : undefined;
}

function loopbackOrigin(text: string): string | undefined {
  const found = origin(text);
  return found !== undefined && isLoopback(new URL(found).hostname) ? found : undefined;
}

/** A secret that is only nearly right must not end up in a terminal's history. */
function shown(name: string, text: string): string {
  return /SECRET|URL|KEY|TOKEN/.test(name) && name !== 'PUBLIC_URL' ? 'something else' : JSON.stringify(text);
}

function wholeNumber(low: number, high: number) {
  return (text: string): number | undefined => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return value >= low && value <= high ? value : undefined;
  };
}

function url(...protocols: string[]) {
  return (text: string): string | undefined => {
    const parsed = URL.canParse(text) ? new URL(text) : undefined;
    return parsed !== undefined && protocols.includes(parsed.protocol) && parsed.host !== '' ? text : undefined;
  };
}

function origin(text: string): string | undefined {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return undefined;
  return parsed.pathname === '/' && parsed.search === '' && parsed.hash === '' && parsed.username === ''
    ? parsed.origin
    : undefined;
}

/** The origin is written into the content policy, so it may hold no pattern. */
const oneOrigin = (text: string): string | undefined => (text.includes('*') ? undefined : origin(text));

/** The origin of the tile address is written into the content policy, so the address may hold no pattern. */
function tileAddress(text: string): string | undefined {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined || parsed.username !== '') return undefined;
  const isSafe = parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback(parsed.hostname));
  return isSafe && !parsed.host.includes('*') && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))
    ? text
    : undefined;
}

const shortLine = (text: string): string | undefined => (/^[^\r\n]{1,200}$/.test(text) ? text : undefined);

function startingWith(...prefixes: string[]) {
  return (text: string): string | undefined => (prefixes.some((prefix) => text.startsWith(prefix)) ? text : undefined);
}

const flag = (text: string): boolean | undefined => (text === 'true' ? true : text === 'false' ? false : undefined);

const email = (text: string): string | undefined => (/^[^\s@<>",]+@[^\s@<>",]+$/.test(text) ? text : undefined);

/** Accounts keep their addresses in small letters. */
function emails(text: string): string[] | undefined {
  const listed = text.split(',').map((address) => address.trim().toLowerCase());
  return listed.every((address) => email(address) !== undefined) ? listed : undefined;
}

const nodeLabel = (text: string): string | undefined => (/^[\w.-]{1,64}$/.test(text) ? text : undefined);

function sender(text: string): string | undefined {
  return email(text) ?? (/^[^<>\r\n]*<[^\s@<>",]+@[^\s@<>",]+>$/.test(text) ? text : undefined);
}

const hostName = (text: string): string | undefined => (/^[\w.:-]+$/.test(text) ? text : undefined);

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

const isAnyAddress = (host: string): boolean => host === '0.0.0.0' || host === '::';

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);
