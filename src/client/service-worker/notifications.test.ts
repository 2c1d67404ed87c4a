import { expect, test } from 'vitest';
import { pageOf, readPushed } from './notifications.ts';

const ORIGIN = 'https://timing.example.org';
const message = (notification: object) => JSON.stringify({ web_push: 8030, notification });

test('[FO5] a declarative message is shown with its tag, its page and its way to stop', () => {
  const board = `${ORIGIN}/timer?eventId=1`;
  const stop = `${ORIGIN}/unfollow?token=t`;
  const { title, options } = readPushed(
    message({
      title: 'Ada started',
      body: 'At 10:00:00',
      tag: 'x',
      navigate: board,
      actions: [{ action: 'stop', title: 'Stop', navigate: stop }],
    }),
    ORIGIN,
  );
  expect(title).toBe('Ada started');
  expect(options).toMatchObject({ body: 'At 10:00:00', tag: 'x', actions: [{ action: 'stop', title: 'Stop' }] });
  expect(pageOf(options.data)).toBe(board);
  expect(options.data['stop']).toBe(stop);
});

test('[FO5] a press leads to no other site', () => {
  const { options } = readPushed(message({ title: 'Ada', navigate: 'https://evil.example/' }), ORIGIN);
  expect(pageOf(options.data)).toBe('/');
});

test.each([
  undefined,
  '',
  'no JSON',
  'null',
  '7',
  '{}',
  '{"web_push":8030}',
  '{"web_push":1,"notification":{"title":"x"}}',
])('%j is shown as well, or the browser would withdraw the subscription', (text) =>
  expect(readPushed(text, ORIGIN).title).toBe('Pushoff'),
);
