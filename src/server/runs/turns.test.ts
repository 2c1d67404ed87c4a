import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const limits = { atOnce: 1, waiting: 3, waitingOfOne: 2 };
const stays = new AbortController().signal;

test('[U22] a few at once, a few behind them, and the rest is sent away', async () => {
  const turns = createTurns(limits);
  const end = await turns.take('one', stays);
  const waiting = [turns.take('one', stays), turns.take('one', stays)];
  expect(turns.take('one', stays), 'one address has its share').toBeUndefined();
  const other = turns.take('other', stays);
  expect(turns.take('third', stays), 'the queue is full').toBeUndefined();
  const order: string[] = [];
  void waiting[0]!.then(() => order.push('first'));
  void other!.then(() => order.push('other'));
  end!();
  (await waiting[0]!)();
  (await waiting[1]!)();
  await other;
  expect(order).toEqual(['first', 'other']);
});

test('[U22] whoever has gone leaves their place to others, and gets no turn', async () => {
  const turns = createTurns(limits);
  const end = await turns.take('one', stays);
  const gone = new AbortController();
  const left = [turns.take('one', gone.signal)!, turns.take('two', gone.signal)!, turns.take('three', gone.signal)!];
  gone.abort();
  for (const each of left) await expect(each).rejects.toThrow();
  const next = turns.take('one', stays);
  end!();
  (await next!)();
  await expect(turns.take('one', gone.signal)).rejects.toThrow();
});
