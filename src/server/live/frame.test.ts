import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as ws from 'ws';
import { TextFrame } from './frame.ts';

/** The types of `ws` leave out Receiver. */
const { Receiver } = ws as unknown as { readonly Receiver: new () => Writable };

async function receive(bytes: Buffer): Promise<[data: Buffer, isBinary: boolean]> {
  const receiver = new Receiver();
  const reading = once(receiver, 'message');
  receiver.write(bytes);
  return (await reading) as [Buffer, boolean];
}

const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 200_000];
const frameOf = (text: string) => new TextFrame([Buffer.from(text)]);
const textOf = (length: number) => 'é'.repeat(length % 2).padEnd(length, 'x');

test.each(lengths)('a text of %i letters is read back as it was', async (length) => {
  const [data, isBinary] = await receive(frameOf(textOf(length)).plain);
  expect(isBinary).toBe(false);
  expect(data.toString()).toBe(textOf(length));
});

test.each(lengths)('and packed, where it is long', async (length) => {
  const { plain, packed } = frameOf(textOf(length));
  const [data, isBinary] = await receive(packed);
  expect(isBinary).toBe(length > 1200);
  expect((isBinary ? inflateSync(data) : data).toString()).toBe(textOf(length));
  expect(packed.length).toBeLessThanOrEqual(plain.length);
});

test('a very long message is packed when it is sent for the third time', async () => {
  const text = textOf(2_000_000);
  const frame = frameOf(text);
  expect([frame.packed === frame.plain, frame.packed === frame.plain]).toEqual([true, true]);
  const [data, isBinary] = await receive(frame.packed);
  expect([isBinary, inflateSync(data).toString() === text]).toEqual([true, true]);
});

test('a frame of several pieces is one text', async () => {
  const [data] = await receive(new TextFrame([Buffer.from('{"é":'), Buffer.from(''), Buffer.from('1}')]).plain);
  expect(data.toString()).toBe('{"é":1}');
});
