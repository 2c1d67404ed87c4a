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
    ['BUS_URL', 'redis://host'],
  ])('%s=%j is refused with a message that names the variable and what it takes', (name, value) => {
    expect(problemsOf({ [name]: value })).toMatch(new RegExp(`^${name} takes .+; it is set to `));
  });

  test('all wrong variables are named at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y' }).split('\n')).toHaveLength(2);
  });

  test('a secret that is nearly right is not printed', () => {
    expect(problemsOf({ SECRET: 'hunter2' })).not.toContain('hunter2');
    expect(problemsOf({ DATABASE_URL: 'mysql://root:hunter2@host/db' })).not.toContain('hunter2');
  });

  test('an empty variable counts as not set', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000 });
  });

  test('what this version does not use yet is named', () => {
    expect(parseConfig({ BUS_URL: 'nats://host:4222' }).unused).toEqual(['BUS_URL']);
  });

  test('mailboxes follow the public address', () => {
    const { mail } = parseConfig({ PUBLIC_URL: 'https://timing.example.org' });
    expect(mail).toMatchObject({ support: 'support@timing.example.org', contact: 'contact@timing.example.org' });
  });
});
