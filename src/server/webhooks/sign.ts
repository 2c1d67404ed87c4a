import { createHmac } from 'node:crypto';
import { webhookHeaders } from '../../protocol/webhooks.ts';

/**
 * The secret of a webhook is derived from the server's own: a copy of the database signs nothing. A new SECRET makes new
 * secrets of all webhooks.
 */
export function webhookSecretOf(serverSecret: string, webhookId: string): string {
  const key = createHmac('sha256', serverSecret).update(`webhook ${webhookId}`).digest('base64');
  return `whsec_${key}`;
}

/** Headers as https://www.standardwebhooks.com has them, so that its libraries can check a message. */
export function signedHeaders(
  secret: string,
  message: { readonly id: string; readonly body: string },
  nowMs: number,
): Record<string, string> {
  const seconds = Math.floor(nowMs / 1000);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${message.id}.${seconds}.${message.body}`).digest('base64');
  return {
    [webhookHeaders.id]: message.id,
    [webhookHeaders.timestamp]: String(seconds),
    [webhookHeaders.signature]: `v1,${signature}`,
  };
}
