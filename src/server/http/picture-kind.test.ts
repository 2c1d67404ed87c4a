import { expect, test } from 'vitest';
import { pictureKindOf } from './picture-kind.ts';

/** A frame header behind a table and a comment, as cameras and canvases write them. */
const jpeg = (width: number, height: number): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height);
  size.writeUInt16BE(width, 2);
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 1, 2, 3, 4]);
  const frame = Buffer.concat([Buffer.from([0xff, 0xc0, 0, 17, 8]), size, Buffer.alloc(32)]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), comment, frame]);
};
const webp = (kind: string, write: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF\0\0\0\0WEBP', 'latin1');
  bytes.write(kind, 12, 'latin1');
  write(bytes);
  return bytes;
};
const lossy = (width: number, height: number) =>
  webp('VP8 ', (bytes) => {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  });
const lossless = (width: number, height: number) =>
  webp('VP8L', (bytes) => bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21));
const extended = (width: number, height: number, flags = 0) =>
  webp('VP8X', (bytes) => {
    bytes[20] = flags;
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  });

test('[EYE25] JPEG and every form of WebP are known by their own bytes, up to 4,096 pixels', () => {
  for (const [type, make] of [
    ['image/jpeg', jpeg],
    ['image/webp', lossy],
    ['image/webp', lossless],
    ['image/webp', extended],
  ] as const) {
    expect(pictureKindOf(make(1280, 720)), make.name).toBe(type);
    expect(pictureKindOf(make(4096, 4096)), make.name).toBe(type);
    expect(pictureKindOf(make(4097, 720)), make.name).toBeUndefined();
    expect(pictureKindOf(make(720, 4097)), make.name).toBeUndefined();
  }
});

test('[EYE25] a JPEG that ends before it says its size, a moving picture and other containers are refused', () => {
  expect(
    pictureKindOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(40)])),
  ).toBeUndefined();
  expect(pictureKindOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 0]), Buffer.alloc(40)]))).toBeUndefined();
  expect(pictureKindOf(extended(10, 10, 0x02))).toBeUndefined();
  expect(pictureKindOf(webp('JUNK', () => undefined))).toBeUndefined();
  expect(pictureKindOf(Buffer.from('RIFF\0\0\0\0WAVEfmt '.padEnd(64)))).toBeUndefined();
});
