import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import type { ErrorAnswer, ErrorCode } from '../../src/protocol/errors.ts';
import { errors } from '../../src/protocol/errors.ts';
import { api } from '../../src/protocol/routes.ts';
import { batchOf, createEvent } from '../support/commands.ts';
import { arrive, PASSWORD, snapshot } from '../support/people.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer('sqlite');
});
afterAll(() => server.stop());

const good = { username: 'Ada', email: 'ada@example.org', password: PASSWORD };
const withJson = (value: unknown) => JSON.stringify(value);

const cases: readonly [what: string, path: string, body: string | Uint8Array<ArrayBuffer>, code: ErrorCode][] = [
  ['[A1] no email and no password', api.login, '{}', 'email-and-password-required'],
  ['an empty email', api.login, withJson({ email: '', password: 'x' }), 'email-and-password-required'],
  ['a blank email', api.signUp, withJson({ ...good, email: '   ' }), 'email-and-password-required'],
  ['[A1] an empty password', api.signUp, withJson({ ...good, password: '' }), 'email-and-password-required'],
  ['null for an email', api.login, withJson({ email: null, password: 'x' }), 'email-and-password-required'],
  [
    'an array for a password',
    api.login,
    withJson({ email: 'a@b.org', password: ['x'] }),
    'email-and-password-required',
  ],
  ['an email without a host', api.signUp, withJson({ ...good, email: 'ada' }), 'email-invalid'],
  ['an email with a line break', api.signUp, withJson({ ...good, email: 'a@b.org\r\nBcc: x@y.org' }), 'email-invalid'],
  ['[A2] a short password', api.signUp, withJson({ ...good, password: '1234567' }), 'password-too-short'],
  ['[A2] a long password', api.signUp, withJson({ ...good, password: 'x'.repeat(129) }), 'password-too-long'],
  ['[A2] a name of 81 characters', api.signUp, withJson({ ...good, username: 'x'.repeat(81) }), 'username-too-long'],
  ['a name of 1 MB', api.signUp, withJson({ ...good, username: 'x'.repeat(1 << 20) }), 'payload-too-large'],
  ['NUL in a name', api.signUp, withJson({ ...good, username: 'a\0b' }), 'text-not-storable'],
  [
    'a lone surrogate in a name',
    api.signUp,
    '{"username":"\\ud800","email":"a@b.org","password":"12345678"}',
    'text-not-storable',
  ],
  [
    'a line break in a name',
    api.signUp,
    withJson({ ...good, username: 'you won\n\nhttp://evil.example' }),
    'text-not-storable',
  ],
  ['[E7] a body deeper than any of ours', api.login, '['.repeat(30_000) + ']'.repeat(30_000), 'invalid-json'],
  ['a body of more parts than any of ours', api.login, `[${'{},'.repeat(8_000)}{}]`, 'payload-too-large'],
  ['a number for a name', api.signUp, withJson({ ...good, username: 7 }), 'invalid-argument'],
  ['an array for a body', api.signUp, '[]', 'invalid-argument'],
  ['null for a body', api.login, 'null', 'invalid-argument'],
  ['a body that is not JSON', api.login, 'email=a&password=b', 'invalid-json'],
  ['a body that is cut', api.login, '{"email":"a', 'invalid-json'],
  ['an empty body', api.login, '', 'invalid-json'],
  ['a body that is not UTF-8', api.login, new Uint8Array([0x22, 0xff, 0x22]), 'invalid-json'],
  ['[E7] a key twice', api.login, '{"email":"a@b.org","password":"x","password":"y"}', 'invalid-json'],
  [
    'a key twice, once in disguise',
    api.login,
    String.raw`{"email":"a@b.org","password":"x","p\u0061ssword":"y"}`,
    'invalid-json',
  ],
  ['a made-up token', api.confirmPasswordReset, withJson({ token: 'x', password: PASSWORD }), 'link-expired'],
  ['a made-up verification', api.confirmVerification, withJson({ token: 'a.b.c' }), 'link-expired'],
  ['no session', api.deleteAccount, withJson({ password: 'x' }), 'unauthenticated'],
];

describe('bad input gets its clear error, and the database is as before', () => {
  test.each(cases)('%s', async (_what, path, body, code) => {
    const before = await snapshot(server);
    const answer = await server.client().postText(path, body);
    expect(answer.body.error).toMatchObject({ code, message: errors[code].text, requestId: expect.any(String) });
    expect(answer.status).toBe(errors[code].http);
    expect(await snapshot(server)).toEqual(before);
  });

  test('a form instead of JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await server.client().postText(api.login, 'email=a&password=b', headers);
    expect(answer).toMatchObject({ status: 415, body: { error: { code: 'not-json', status: 'unknown' } } });
  });

  test('an endless body is cut off, whatever its length says', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(16 * 1024));
    let chunks = 0;
    const body = new ReadableStream({
      pull(controller) {
        chunks += 1;
        if (chunks > 1000) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const request = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } };
    const response = await fetch(server.url + api.login, request as RequestInit);
    expect(response.status).toBe(413);
    expect(chunks).toBeLessThan(1000);
  });

  test('[E10] a refusal is a problem of RFC 9457 that names the field, beside the code and the text', async () => {
    const { headers, body } = await server.client().postText(api.signUp, withJson({ ...good, email: 'ada' }));
    expect(headers.get('content-type')).toBe('application/problem+json');
    const { text } = errors['email-invalid'];
    expect(body).toEqual({
      error: { code: 'email-invalid', status: 'invalid-argument', message: text, requestId: body.error.requestId },
      type: '/developers#error-email-invalid',
      title: text,
      status: 400,
      errors: [{ pointer: '#/email', rule: 'format', detail: text }],
    });
    const { body: cut } = await server.client().postText(api.login, '{');
    expect(cut.errors, 'no field is at fault').toBeUndefined();
  });

  test('[E11] a refused command and a wrong parameter are told apart from right ones by their place', async () => {
    const { client } = await arrive(server);
    const create = createEvent();
    const sent = await client.post<CommandAnswers>(
      api.commands,
      batchOf(create, { ...create, name: 5 } as unknown as Command),
    );
    expect(sent.body.answers).toEqual([
      expect.objectContaining({ status: 'accepted' }),
      {
        id: create.id,
        status: 'refused',
        code: 'invalid-argument',
        message: errors['invalid-argument'].text,
        errors: [{ pointer: '#/commands/1/name', rule: 'type', detail: 'must be a text' }],
      },
    ]);
    const again = await client.post<CommandAnswers>(api.commands, batchOf({ ...create, name: 'Another' } as Command));
    expect(again.body.answers).toEqual([
      { id: create.id, status: 'refused', code: 'command-conflict', message: errors['command-conflict'].text },
    ]);
    const wrong = (await (await client.get(`${api.creditHistory}?before=x`)).json()) as ErrorAnswer;
    expect(wrong.errors).toEqual([expect.objectContaining({ parameter: 'before', rule: 'pattern' })]);
  });

  test('[M7] a request from another site changes nothing, even with the cookie', async () => {
    const { client } = await arrive(server);
    const before = await snapshot(server);
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const answer = await client.post(api.logout, {}, headers as Record<string, string>);
      expect(answer.body.error.code).toBe('origin-refused');
    }
    expect(await snapshot(server)).toEqual(before);
    expect((await client.post(api.logout, {}, { origin: server.url })).status).toBe(200);
  });

  test('no answer and no log line ever carries a password or a stack', async () => {
    expect(server.logged.join('')).not.toContain(PASSWORD);
    expect(server.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});
