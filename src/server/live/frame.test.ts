import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as ws from 'ws';
import { TextFrame } from './frame.ts';

/** Its types leave it out. */
const { Receiver } = ws as unknown as { readonly Receiver: new () => Writable };

async function receive(bytes: Buffer): Promise<[data: Buffer, isBinary: boolean]> {
  const receiver = new Receiver();
  const reading = once(receiver, 'message');
  receiver.write(bytes);
  return (await reading) as [Buffer, boolean];
}

const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000];
const textOf = (length: number) => 'é'.repeat(length % 2).padEnd(length, 'x');

test.each(lengths)('a text of %i letters is read back as it was', async (length) => {
  const [data, isBinary] = await receive(new TextFrame(textOf(length)).plain);
  expect(isBinary).toBe(false);
  expect(data.toString()).toBe(textOf(length));
});

test.each(lengths)('and packed, where it is long', async (length) => {
  const { plain, packed } = new TextFrame(textOf(length));
  const [data, isBinary] = await receive(packed);
  expect(isBinary).toBe(length > 1200);
  expect((isBinary ? inflateSync(data) : data).toString()).toBe(textOf(length));
  expect(packed.length).toBeLessThanOrEqual(plain.length);
});
