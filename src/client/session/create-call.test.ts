import { SCHEMA_HEADER, SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import { describe, expect, test, vi } from 'vitest';
import { type ErrorAnswer, errors } from '../../protocol/errors.ts';
import { readErrors } from '../../protocol/read-errors.ts';
import { type CallPorts, createCall } from './create-call.ts';

function callWith(fetch: CallPorts['fetch'], epoch: () => number = () => 0) {
  const onUnauthenticated = vi.fn();
  return { call: createCall({ errors, fetch, epoch, onUnauthenticated }), onUnauthenticated };
}

const answering = (body: unknown, status = 200) => callWith(async () => Response.json(body, { status }));

const refusal = (error: Partial<ErrorAnswer['error']>): { error: Partial<ErrorAnswer['error']> } => ({ error });

describe('a call', () => {
  test('sends JSON and hands back the answer', async () => {
    const fetch = vi.fn<CallPorts['fetch']>(async () => Response.json({ sent: true }));
    const { call } = callWith(fetch);
    await expect(call('POST', '/api/x', { email: 'a@b.c' })).resolves.toEqual({ ok: true, value: { sent: true } });
    expect(fetch).toHaveBeenCalledWith(
      '/api/x',
      expect.objectContaining({
        method: 'POST',
        body: '{"email":"a@b.c"}',
        headers: expect.objectContaining({ accept: 'application/json', 'content-type': 'application/json' }),
      }),
    );
  });

  test('without a body has no content type', async () => {
    const fetch = vi.fn<CallPorts['fetch']>(async () => Response.json({}));
    await callWith(fetch).call('GET', '/api/x');
    const init = fetch.mock.calls[0]?.[1];
    expect(init?.headers).toEqual({ accept: 'application/json', [SCHEMA_HEADER]: String(SCHEMA_VERSION) });
    expect(init).not.toHaveProperty('body');
  });

  test("[E5] is refused in the words of the page's language, by the server's code", async () => {
    const { call } = answering(
      refusal({ code: 'too-many-attempts', message: 'Wait, please.', requestId: 'r1', retryAfterSeconds: 30 }),
      429,
    );
    await expect(call('POST', '/api/x', {})).resolves.toEqual({
      ok: false,
      error: {
        code: 'too-many-attempts',
        status: 'resource-exhausted',
        retry: 'later',
        message: errors['too-many-attempts'].text,
        requestId: 'r1',
        retryAfterSeconds: 30,
        isAnswer: true,
      },
    });
  });

  test.each([
    [400, 'invalid-argument'],
    [404, 'not-found'],
    [418, 'invalid-argument'],
    [429, 'too-many-requests'],
    [500, 'internal'],
    [502, 'unavailable'],
    [503, 'unavailable'],
    [504, 'deadline-exceeded'],
  ])('refused by something that is not our server, with %i, is %s', async (status, code) => {
    const { call } = callWith(async () => new Response('<h1>Proxy</h1>', { status }));
    await expect(call('GET', '/api/x')).resolves.toMatchObject({ ok: false, error: { code, isAnswer: true } });
  });

  test('[E5] with a code that this release does not know goes by the HTTP status', async () => {
    const { call } = answering({ error: { code: 'from-the-future', message: 'x' } }, 503);
    await expect(call('GET', '/api/x')).resolves.toMatchObject({ ok: false, error: { code: 'unavailable' } });
  });

  test('[E9] of a page that only reads goes by the HTTP status for a code of a command', async () => {
    const fetch = async () => Response.json(refusal({ code: 'bib-taken', message: 'x' }), { status: 503 });
    const call = createCall({ errors: readErrors, fetch, epoch: () => 0, onUnauthenticated: () => undefined });
    await expect(call('GET', '/api/x')).resolves.toMatchObject({ ok: false, error: { code: 'unavailable' } });
  });

  test("answered with a captive portal's page is not believed", async () => {
    const { call } = callWith(async () => new Response('<h1>Accept our terms</h1>'));
    await expect(call('GET', '/api/x')).resolves.toMatchObject({ ok: false, error: { code: 'unavailable' } });
  });

  test('without a network says so', async () => {
    const { call } = callWith(async () => {
      throw new TypeError('Failed to fetch');
    });
    const answer = await call('GET', '/api/x');
    expect(answer).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(answer).not.toHaveProperty('error.isAnswer');
  });

  test('[E4] gives up when its time is over', async () => {
    const { call } = callWith(
      (_path, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    await expect(call('GET', '/api/x', undefined, { timeoutMs: 5 })).resolves.toMatchObject({
      ok: false,
      error: { code: 'deadline-exceeded', message: 'The server took too long to answer. Please try again.' },
    });
  });
});

describe('a 401', () => {
  test("with 'unauthenticated' ends the session here", async () => {
    const { call, onUnauthenticated } = answering(refusal({ code: 'unauthenticated', message: 'x' }), 401);
    await call('GET', '/api/x');
    expect(onUnauthenticated).toHaveBeenCalledOnce();
  });

  test('for a wrong password does not', async () => {
    const { call, onUnauthenticated } = answering(refusal({ code: 'wrong-credentials', message: 'x' }), 401);
    await call('GET', '/api/x');
    expect(onUnauthenticated).not.toHaveBeenCalled();
  });

  test('from a proxy does not', async () => {
    const { call, onUnauthenticated } = answering('who are you', 401);
    await call('GET', '/api/x');
    expect(onUnauthenticated).not.toHaveBeenCalled();
  });

  test('for a request made before another user logged in does not', async () => {
    let epoch = 0;
    const { call, onUnauthenticated } = callWith(
      async () => {
        epoch += 1;
        return Response.json(refusal({ code: 'unauthenticated', message: 'x' }), { status: 401 });
      },
      () => epoch,
    );
    await call('GET', '/api/x');
    expect(onUnauthenticated).not.toHaveBeenCalled();
  });
});
