import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { epochMs } from '../../domain/units.ts';
import { createSharedLimits } from '../limits/shared-limits.ts';
import type { AppEnv } from './context.ts';
import { limitRequests } from './guards.ts';

const MEGABYTE = 1024 * 1024;

test('an address may send so many bytes that are parsed, and goes on a little later; others have their own', async () => {
  let now = epochMs(1_800_000_000_000);
  const limits = createSharedLimits({ clock: { now: () => now }, secret: 'secret', tell: () => {} });
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('address', c.req.header('x-address')!);
    await next();
  });
  app.use(limitRequests(limits));
  app.get('/', (c) => {
    let megabytes = 0;
    while (megabytes < 1000 && c.get('mayRead')(MEGABYTE)) megabytes += 1;
    return c.text(String(megabytes));
  });
  const ask = (address: string) => app.request('/', { headers: { 'x-address': address } });
  const first = await ask('192.0.2.1');
  expect(await first.text()).toBe('256');
  expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await (await ask('192.0.2.2')).text()).toBe('256');
  now = epochMs(now + 5_000);
  expect(Number(await (await ask('192.0.2.1')).text())).toBeGreaterThan(5);
});
