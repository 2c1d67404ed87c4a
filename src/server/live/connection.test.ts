import { expect, test } from 'vitest';
import { LiveConnection } from './connection.ts';
import { createFrameBuilder } from './frame.ts';

const frameOf = (length: number) => ({ plain: Buffer.alloc(length), packed: Buffer.alloc(length / 2) });

/** A reader who has taken nothing yet. */
function openConnection(unreadBytes: number) {
  const socket = {
    writable: true,
    writableLength: 0,
    write: (frame: Buffer) => (socket.writableLength += frame.length),
  };
  const ws = { terminate: () => (socket.writable = false), close: () => undefined };
  const rules = { unreadBytes, frames: createFrameBuilder(), onCut: () => undefined };
  const parts = { ws, socket, rules };
  const connection = new LiveConnection({
    ...parts,
    sender: null,
    cookie: undefined,
    address: '',
    schema: 2,
    readsPacked: false,
  });
  return { connection, socket, isCut: () => !socket.writable };
}

test('a snapshot that is larger than what may be unread is waited for, with what comes behind it', () => {
  const { connection, isCut } = openConnection(1000);
  connection.write(frameOf(50_000));
  for (let count = 0; count < 10; count += 1) connection.write(frameOf(100));
  expect(isCut()).toBe(false);
  for (let count = 0; count < 3; count += 1) connection.write(frameOf(100));
  expect(isCut()).toBe(true);
});

test('once the snapshot has been read, the usual limit holds again', () => {
  const { connection, socket, isCut } = openConnection(1000);
  connection.write(frameOf(50_000));
  socket.writableLength = 0;
  for (let count = 0; count < 11; count += 1) connection.write(frameOf(100));
  expect(isCut()).toBe(false);
  connection.write(frameOf(100));
  connection.write(frameOf(100));
  expect(isCut()).toBe(true);
});

test('nothing follows a goodbye', () => {
  const { connection, socket } = openConnection(1000);
  connection.close(1001, 'the server stops');
  connection.write(frameOf(100));
  expect(socket.writableLength).toBe(0);
});
