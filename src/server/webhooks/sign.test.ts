import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signedHeaders, webhookSecretOf } from './sign.ts';

test('[AP27] a message is signed over its id, its second and its body, with a secret that is derived and not stored', () => {
  const secret = webhookSecretOf('the secret of the server', 'hook-1');
  expect(secret).toMatch(/^whsec_/);
  expect(webhookSecretOf('the secret of the server', 'hook-1'), 'the same again: nothing has to be stored').toBe(
    secret,
  );
  expect(webhookSecretOf('the secret of the server', 'hook-2')).not.toBe(secret);
  expect(webhookSecretOf('a new secret', 'hook-1')).not.toBe(secret);

  const headers = signedHeaders(secret, { id: 'message-1', body: '{"type":"result"}' }, 1_800_000_000_999);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = createHmac('sha256', key).update('message-1.1800000000.{"type":"result"}').digest('base64');
  expect(headers).toEqual({
    'webhook-id': 'message-1',
    'webhook-timestamp': '1800000000',
    'webhook-signature': `v1,${signed}`,
  });
});
