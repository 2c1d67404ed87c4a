import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import * as ws from 'ws';
import { toTextFrame } from './frame.ts';

/** Its types leave it out. */
const { Receiver } = ws as unknown as { readonly Receiver: new () => Writable };

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
  'a text of %i letters is read back as it was',
  async (length) => {
    const text = 'é'.repeat(length % 2).padEnd(length, 'x');
    const receiver = new Receiver();
    const reading = once(receiver, 'message');
    receiver.write(toTextFrame(text));
    const [data, isBinary] = (await reading) as [Buffer, boolean];
    expect(isBinary).toBe(false);
    expect(data.toString()).toBe(text);
  },
);
