import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { api } from '../../protocol/routes.ts';
import {
  type MadeWebhook,
  newWebhook,
  type TestedWebhook,
  webhookChoice,
  type WebhookList,
  type WebhookMessage,
} from '../../protocol/webhooks.ts';
import type { ServerContext } from '../server-context.ts';
import type { Limit } from '../limits/limiter.ts';
import { countWaiting, listDeliveries, noteTest, trimLog } from '../storage/webhook-deliveries.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  resumeWebhook,
  type Webhook,
} from '../storage/webhooks.ts';
import { LOG_LENGTH, sendSigned } from '../webhooks/deliver.ts';
import { mayCall, readWebhookUrl } from '../webhooks/send.ts';
import { webhookSecretOf } from '../webhooks/sign.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import type { App, AppContext, AppEnv } from './context.ts';
import { accountOf, forConfirmed } from './find-account.ts';

/** Deliveries shown with each webhook. */
const SHOWN = 20;
/** Requests of an account that make this server call another: making, testing and turning on a webhook. */
const CALLS: Limit = { burst: 20, refillMs: 15_000 };

export function createWebhookRoutes(parts: ServerContext, webhooks: Webhooks): App {
  const app = new Hono<AppEnv>();
  const { storage, clock, secret } = parts;
  const { db } = storage;
  const owners = forConfirmed(parts);
  const calls = parts.limits.limiter('webhook-calls', CALLS);
  /** Accounts with a test under way: each may have one, so that slow receivers cannot pile up. */
  const testing = new Set<string>();

  async function listOf(userId: string): Promise<WebhookList> {
    const hooks = await listWebhooks(db, userId);
    const listed = hooks.map(async ({ userId: _userId, failures: _failures, ...hook }) => ({
      ...hook,
      waiting: await countWaiting(db, hook.id),
      deliveries: await listDeliveries(db, hook.id, SHOWN),
    }));
    return { webhooks: await Promise.all(listed) };
  }

  /** The webhook that the body names, of the account that sends it. */
  async function chosen(c: AppContext): Promise<Result<Webhook, ErrorCode>> {
    const body = await readBody(c, webhookChoice);
    if (!body.ok) return body;
    const hook = await findWebhook(db, accountOf(c).userId, body.value.id);
    return hook === undefined ? refuse('webhook-not-found') : ok(hook);
  }

  app.get(api.webhooks, owners, async (c) => {
    return c.json(await listOf(accountOf(c).userId));
  });

  app.post(api.createWebhook, owners, async (c) => {
    const body = await readBody(c, newWebhook);
    if (!body.ok) return refuseWith(c, body.error);
    const { userId } = accountOf(c);
    const wait = calls.take(userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    const url = readWebhookUrl(body.value.url, webhooks.rules);
    if (url === null) return refuseWith(c, 'webhook-url-invalid');
    if (!(await mayCall(url, webhooks.rules))) return refuseWith(c, 'webhook-address-refused');
    const kinds = [...new Set(body.value.kinds)];
    const hook = { id: randomUUID(), userId, url: url.href, kinds, createdAt: clock.now() };
    if (!(await insertWebhook(db, hook))) return refuseWith(c, 'too-many-webhooks');
    webhooks.added();
    const made: MadeWebhook = { secret: webhookSecretOf(secret, hook.id), ...(await listOf(userId)) };
    return c.json(made);
  });

  app.post(api.removeWebhook, owners, async (c) => {
    const hook = await chosen(c);
    if (!hook.ok) return refuseWith(c, hook.error);
    await deleteWebhook(db, hook.value.userId, hook.value.id);
    return c.json(await listOf(hook.value.userId));
  });

  app.post(api.testWebhook, owners, async (c) => {
    const hook = await chosen(c);
    if (!hook.ok) return refuseWith(c, hook.error);
    const { id, userId } = hook.value;
    const wait = testing.has(userId) ? 1 : calls.take(userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    testing.add(userId);
    try {
      const message = { id: `msg_${randomUUID()}`, body: JSON.stringify(testMessage(clock.now())) };
      const outcome = await sendSigned({ secret, clock, rules: webhooks.rules }, hook.value, message);
      await noteTest(db, id, message.id, clock.now(), outcome);
      await trimLog(db, id, LOG_LENGTH);
      const tested: TestedWebhook = { outcome, ...(await listOf(userId)) };
      return c.json(tested);
    } finally {
      testing.delete(userId);
    }
  });

  app.post(api.resumeWebhook, owners, async (c) => {
    const hook = await chosen(c);
    if (!hook.ok) return refuseWith(c, hook.error);
    const wait = calls.take(hook.value.userId);
    if (wait > 0) return refuseWith(c, 'too-many-requests', wait);
    await resumeWebhook(db, hook.value.userId, hook.value.id);
    webhooks.added();
    return c.json(await listOf(hook.value.userId));
  });
  return app;
}

function testMessage(now: number): WebhookMessage {
  const data = { eventId: null, eventName: null, seq: 0, racerId: null, attempt: 1, result: null, before: null };
  return { type: 'test', timestamp: new Date(now).toISOString(), data };
}
