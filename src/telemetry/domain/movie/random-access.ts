/**
 * A file of which only parts are read: a movie of 4 GB has a few MB that matter here. A read rejects when the file was
 * changed or removed meanwhile, and the caller that gave the file tells the user.
 */
export interface RandomAccess {
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Bytes with their offset in the file. */
export interface Part {
  readonly at: number;
  readonly view: DataView;
}

/** Null when the file does not have them all. */
export async function readPart(file: RandomAccess, at: number, length: number): Promise<Part | null> {
  if (at < 0 || length < 0 || at + length > file.size) return null;
  const bytes = await file.read(at, length);
  if (bytes.length < length) return null;
  return { at, view: new DataView(bytes.buffer, bytes.byteOffset, length) };
}

const WINDOW = 16 * 1024;

export type Peek = (at: number, length: number) => Promise<DataView | null>;

/** Reads small parts that lie close together, such as the heads of boxes, with few reads. */
export function createPeek(file: RandomAccess): Peek {
  let window: Part | null = null;
  return async (at, length) => {
    if (window === null || at < window.at || at + length > window.at + window.view.byteLength) {
      window = await readPart(file, at, Math.min(Math.max(length, WINDOW), Math.max(length, file.size - at)));
    }
    if (window === null) return null;
    return new DataView(window.view.buffer, window.view.byteOffset + at - window.at, length);
  };
}
