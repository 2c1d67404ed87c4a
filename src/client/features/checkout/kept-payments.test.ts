import { beforeEach, describe, expect, test } from 'vitest';
import { createPaymentMemory, KEPT_MS, type KeptPayment, type PaymentStorage } from './kept-payments.ts';

let rows: Map<string, string>;
let storage: PaymentStorage;
let time: number;
beforeEach(() => {
  rows = new Map();
  storage = { getItem: (key) => rows.get(key) ?? null, setItem: (key, value) => void rows.set(key, value) };
  time = 5_000_000;
});

const memoryOf = (userId: string, amount: number) => createPaymentMemory({ storage, userId, amount, now: () => time });
const sent = (paymentId: string): KeptPayment => ({ paymentId, stage: 'sent', at: time, hasFailed: false });

describe('the payment under way', () => {
  test('is found by another page of the same person for the same package, and by nobody else', () => {
    memoryOf('ada', 350).keep(sent('p1'));
    memoryOf('bo', 350).keep(sent('p2'));
    expect(memoryOf('ada', 350).recall()).toMatchObject(sent('p1'));
    expect(memoryOf('bo', 350).recall()).toMatchObject(sent('p2'));
    expect(memoryOf('ada', 150).recall()).toBeNull();
    memoryOf('ada', 350).forget();
    expect(memoryOf('ada', 350).recall()).toBeNull();
    expect(memoryOf('bo', 350).recall()).not.toBeNull();
  });

  test('is forgotten after an hour, also on the disk', () => {
    memoryOf('ada', 350).keep(sent('p1'));
    time += KEPT_MS;
    expect(memoryOf('ada', 350).recall()).toBeNull();
    memoryOf('bo', 150).keep(sent('p2'));
    expect([...rows.values()].join('')).not.toContain('p1');
  });

  test.each(['no json', '{}', '[{"userId":"ada","amount":350}]', '[null, 3]'])('is none where %s is stored', (text) => {
    rows.set('pushoff.payments', text);
    expect(memoryOf('ada', 350).recall()).toBeNull();
  });

  test('is still known to its own page where the browser keeps nothing', () => {
    storage = {
      getItem: () => null,
      setItem: () => {
        throw new Error('no storage');
      },
    };
    const memory = memoryOf('ada', 350);
    memory.keep(sent('p1'));
    expect(memory.recall()).toMatchObject(sent('p1'));
  });
});
