import { deflateRawSync } from 'node:zlib';

const encoder = new TextEncoder();

/** An archive of these files, each packed; a path that ends with '!' is stored as it is. */
export function writeZip(files: readonly (readonly [path: string, content: string | Uint8Array])[]) {
  const parts: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  let at = 0;
  for (const [path, content] of files) {
    const isStored = path.endsWith('!');
    const name = encoder.encode(isStored ? path.slice(0, -1) : path);
    const bytes = typeof content === 'string' ? encoder.encode(content) : content;
    const packed = isStored ? bytes : new Uint8Array(deflateRawSync(bytes));
    const about = [20, 0x800, isStored ? 0 : 8, 0, 0];
    // The sum is not checked.
    const sizes = [0, packed.length, bytes.length];
    const head = numbers([0x04034b50], about, sizes, [name.length, 0]);
    list.push(numbers([0x02014b50], [20, ...about], sizes, [name.length, 0, 0, 0, 0, 0, 0], [at]), name);
    parts.push(head, name, packed);
    at += head.length + name.length + packed.length;
  }
  const size = list.reduce((sum, { length }) => sum + length, 0);
  const end = numbers([0x06054b50], [0, 0, files.length, files.length], [size, at], [0]);
  return new Uint8Array(Buffer.concat([...parts, ...list, end]));
}

/** Lists of numbers of four, two, four … bytes. */
function numbers(...lists: readonly (readonly number[])[]): Uint8Array {
  const pieces = lists.flatMap((list, which) =>
    list.map((value) => {
      const piece = Buffer.alloc(which % 2 === 0 ? 4 : 2);
      if (which % 2 === 0) piece.writeUInt32LE(value);
      else piece.writeUInt16LE(value);
      return piece;
    }),
  );
  return Buffer.concat(pieces);
}
