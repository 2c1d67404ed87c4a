import { describe, expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const problemsOf = (environment: Record<string, string>): string => {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('configuration', () => {
  test('with nothing set it serves this machine alone, from ./data', () => {
    const config = parseConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      logLevel: 'info',
    });
    expect(config.dataDir).toMatch(/[\\/]data$/);
    expect(config.databaseUrl).toBeUndefined();
    expect(config.mail).toMatchObject({ admin: 'admin@localhost', from: 'Pushoff <no-reply@localhost>' });
  });

  test.each([
    ['PORT', 'abc'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://host/db'],
    ['DATABASE_URL', 'pushoff.db'],
    ['PUBLIC_URL', 'timing.example.org'],
    ['PUBLIC_URL', 'https://timing.example.org/app'],
    ['SECRET', 'too short'],
    ['METRICS_TOKEN', 'too short'],
    ['TILE_URL', 'http://tiles.example.org/{z}/{x}/{y}.png'],
    ['TILE_URL', 'https://tiles.example.org/{z}/{x}.png'],
    ['TILE_URL', 'https://*.example.org/{z}/{x}/{y}.png'],
    ['METRICS_TOKEN', 'long enough but with spaces in it, so nobody can send it'],
    ['PUBLIC_ROWS_URL', 'https://rows.example.org/rows'],
    ['PUBLIC_ROWS_URL', 'https://*.example.org'],
    ['PUBLIC_ROWS_FROM', 'many'],
    ['OPERATORS', 'ada@example.org, nobody'],
    ['NODE_NAME', 'hut "1"'],
    ['SMTP_URL', 'mail.example.org'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Eve <eve@example.org>\r\nBcc: x@example.org'],
    ['ADMIN_EMAIL', 'boss'],
    ['SUPPORT_EMAIL', 'a@b, c@d'],
    ['SIGNUP_REVIEW', 'yes'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'proxy'],
    ['LOG_LEVEL', 'loud'],
    ['PAYMENTS', 'paypal'],
    ['STRIPE_SECRET_KEY', 'pk_live_1'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_live_1'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['STRIPE_API_URL', 'https://api.stripe.com'],
    ['STRIPE_API_URL', 'http://127.0.0.1.example.org:9000'],
    ['STRIPE_API_URL', 'http://127.0.0.1:9000/v1'],
    ['BUS_URL', 'redis://host'],
    ['RUN_QUOTA_MB', '0'],
    ['PICTURE_QUOTA_MB', '-1'],
    ['VIDEO_QUOTA_GB', '1.5'],
    ['STORAGE_CAP_GB', 'all'],
    ['FREE_SPACE_FLOOR_MB', '-1'],
    ['VIDEO_STORE', '/srv/videos'],
    ['VIDEO_STORE', 's3://bucket/folder'],
    ['S3_ENDPOINT', 's3.example.org'],
    // The same lost disk would take the data and its copy.
    ['BACKUP_TO', 'data'],
    ['BACKUP_TO', 'data/copy'],
    ['BACKUP_TO', 'ftp://host/folder'],
    ['BACKUP_TO', 's3://Bucket'],
    ['BACKUP_DAYS', '0'],
  ])('%s=%j is refused with a message that names the variable and what it takes', (name, value) => {
    expect(problemsOf({ [name]: value })).toMatch(new RegExp(`^${name} takes .+; it is set to `));
  });

  test('videos lie in the data folder, or in the bucket that is named', () => {
    const gigabyte = 1024 ** 3;
    expect(parseConfig({})).toMatchObject({ videoStore: { kind: 'files' }, videoQuota: 20 * gigabyte });
    expect(parseConfig({ VIDEO_QUOTA_GB: '0' }).videoQuota).toBe(0);
    const bucket = { kind: 's3', bucket: 'videos', region: 'us-east-1' };
    expect(parseConfig({ VIDEO_STORE: 's3://videos' }).videoStore).toMatchObject({ ...bucket, credentials: undefined });
    const keys = { S3_ACCESS_KEY_ID: 'one', S3_SECRET_ACCESS_KEY: 'two' };
    expect(
      parseConfig({ VIDEO_STORE: 's3://videos', ...keys, S3_ENDPOINT: 'http://127.0.0.1:9000' }).videoStore,
    ).toEqual({
      ...bucket,
      endpoint: 'http://127.0.0.1:9000',
      credentials: { accessKeyId: 'one', secretAccessKey: 'two' },
    });
    expect(problemsOf({ VIDEO_STORE: 's3://videos', S3_ACCESS_KEY_ID: 'one' })).toMatch(
      /^S3_SECRET_ACCESS_KEY is not set/,
    );
  });

  test('the copy is in a folder or in a bucket, and PostgreSQL has its own', () => {
    expect(parseConfig({}).copy).toBeUndefined();
    expect(parseConfig({ BACKUP_TO: '/mnt/backup/' })).toMatchObject({
      copy: { kind: 'folder', folder: '/mnt/backup' },
      copyDays: 7,
    });
    const bucket = { kind: 's3', bucket: 'club', access: { region: 'us-east-1' } };
    expect(parseConfig({ BACKUP_TO: 's3://club' }).copy).toMatchObject({ ...bucket, folder: '' });
    expect(parseConfig({ BACKUP_TO: 's3://club/timing/node-1/' }).copy).toMatchObject({
      ...bucket,
      folder: 'timing/node-1',
    });
    expect(problemsOf({ BACKUP_TO: 's3://club', S3_SECRET_ACCESS_KEY: 'one' })).toMatch(/^S3_ACCESS_KEY_ID is not set/);
    const { copy, unused } = parseConfig({ BACKUP_TO: '/mnt/backup', DATABASE_URL: 'postgres://host/pushoff' });
    expect([copy, unused]).toEqual([undefined, ['BACKUP_TO']]);
  });

  test('all wrong variables are named at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y' }).split('\n')).toHaveLength(2);
  });

  test('a secret that is nearly right is not printed', () => {
    expect(problemsOf({ SECRET: 'hunter2' })).not.toContain('hunter2');
    expect(problemsOf({ METRICS_TOKEN: 'hunter2' })).not.toContain('hunter2');
    expect(problemsOf({ DATABASE_URL: 'mysql://root:hunter2@host/db' })).not.toContain('hunter2');
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL']) {
      expect(problemsOf({ [name]: 'hunter2' })).toMatch(/^STRIPE_\w+ takes (?!.*hunter2)/);
    }
  });

  test('an empty variable counts as not set', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000 });
  });

  test('what this version does not use yet is named', () => {
    expect(parseConfig({ BUS_URL: 'nats://host:4222' }).unused).toEqual(['BUS_URL']);
    expect(parseConfig({ PUBLIC_ROWS_FROM: '500' }).unused).toEqual(['PUBLIC_ROWS_FROM']);
  });

  test('mailboxes follow the public address', () => {
    const { mail } = parseConfig({ PUBLIC_URL: 'https://timing.example.org', PAYMENTS: 'sandbox' });
    expect(mail).toMatchObject({ support: 'support@timing.example.org', contact: 'contact@timing.example.org' });
  });
});

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_secret',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
  STRIPE_WEBHOOK_SECRET: 'whsec_hook',
};

describe('how cards are taken', () => {
  test('in the sandbox when nothing is set', () => {
    expect(parseConfig({}).payments).toEqual({ provider: 'sandbox' });
  });

  test.each([STRIPE, { ...STRIPE, PAYMENTS: 'stripe' }])('through Stripe with its keys: %j', (environment) => {
    expect(parseConfig(environment).payments).toEqual({
      provider: 'stripe',
      secretKey: 'sk_test_secret',
      publishableKey: 'pk_test_public',
      webhookSecret: 'whsec_hook',
      apiUrl: undefined,
    });
  });

  test('in the sandbox when that is said, whatever keys there are', () => {
    expect(parseConfig({ ...STRIPE, PAYMENTS: 'sandbox' })).toMatchObject({
      payments: { provider: 'sandbox' },
      unused: [],
    });
  });

  test.each(['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000'])(
    'a stand-in for Stripe may answer at %s',
    (STRIPE_API_URL) => {
      expect(parseConfig({ ...STRIPE, STRIPE_API_URL }).payments).toMatchObject({ apiUrl: STRIPE_API_URL });
    },
  );

  test.each(Object.keys(STRIPE))('Stripe without %s is refused, and no key is shown', (missing) => {
    const message = problemsOf({ ...STRIPE, PAYMENTS: 'stripe', [missing]: '' });
    expect(message).toBe(`${missing} is not set, and payments through Stripe need it.`);
  });

  test('Stripe with nothing but its name is refused with all three that are missing', () => {
    expect(problemsOf({ PAYMENTS: 'stripe' }).split('\n')).toHaveLength(3);
  });

  test('a key for tests beside one for real cards is refused', () => {
    const message = problemsOf({ ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'pk_live_public' });
    expect(message).toMatch(/^STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong together/);
    expect(message).not.toMatch(/pk_live|sk_test/);
  });

  test.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '192.168.1.20'],
    ['HOST', 'timing.example.org'],
    ['PUBLIC_URL', 'https://timing.example.org'],
    ['PUBLIC_URL', 'http://192.168.1.20:3000'],
  ])('the sandbox is refused with %s=%s, where strangers could buy with test cards', (name, value) => {
    const message = problemsOf({ [name]: value });
    expect(message).toMatch(new RegExp(`^PAYMENTS is not set, and ${name} \\(`));
    expect(message).toContain('PAYMENTS=sandbox');
    expect(message).toContain('STRIPE_SECRET_KEY');
    expect(parseConfig({ [name]: value, PAYMENTS: 'sandbox' }).payments.provider).toBe('sandbox');
    expect(parseConfig({ [name]: value, ...STRIPE }).payments.provider).toBe('stripe');
  });

  test.each([
    ['HOST', 'localhost'],
    ['HOST', '::1'],
    ['HOST', '127.0.0.2'],
    ['PUBLIC_URL', 'http://localhost:8080'],
    ['PUBLIC_URL', 'http://[::1]:3000'],
  ])('the sandbox needs no word with %s=%s', (name, value) => {
    expect(parseConfig({ [name]: value }).payments).toEqual({ provider: 'sandbox' });
  });
});
