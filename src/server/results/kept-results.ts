import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { View } from '../../domain/access/views.ts';

/** A text that many readers ask for: written once, compressed once, known by its hash. */
export interface KeptText {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Without quotes. */
  readonly tag: string;
  compress(): Promise<Uint8Array<ArrayBuffer>>;
}

export function keepText(text: string): KeptText {
  const bytes = new TextEncoder().encode(text);
  let compressed: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return {
    bytes,
    tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    compress: () => (compressed ??= promisify(gzip)(bytes) as Promise<Uint8Array<ArrayBuffer>>),
  };
}

export interface KeptResults {
  /** The number of the last change in these results. */
  readonly seq: number;
  readonly json: KeptText;
  readonly boardCsv: KeptText;
}

/** The log as the reader's first look found it. */
interface LogPosition {
  readonly id: string;
  readonly seq: number;
  readonly rewrites: number;
}

/** Results of an event as one view of it shows them, made at most once for each change, however many readers poll. */
export interface ResultsShelf {
  get(position: LogPosition, view: View): Promise<KeptResults | null>;
}

const MOST_KEPT = 300;
const MOST_BYTES = 32 * 1024 * 1024;

interface Kept {
  readonly rewrites: number;
  readonly askedFor: number;
  readonly made: Promise<KeptResults | null>;
  result: KeptResults | null;
}

export function createResultsShelf(
  make: (position: LogPosition, view: View) => Promise<KeptResults | null>,
): ResultsShelf {
  /** By event and view, the one asked for last at the end. */
  const kept = new Map<string, Kept>();

  function makeRoom(): void {
    let bytes = 0;
    for (const { result } of kept.values()) bytes += sizeOf(result);
    for (const [name, { result }] of kept) {
      if (kept.size <= MOST_KEPT && bytes <= MOST_BYTES) break;
      bytes -= sizeOf(result);
      kept.delete(name);
    }
  }

  return {
    get(position, view) {
      const name = `${position.id} ${view}`;
      const known = kept.get(name);
      const reaches = known === undefined ? 0 : Math.max(known.askedFor, known.result?.seq ?? 0);
      if (known !== undefined && known.rewrites === position.rewrites && reaches >= position.seq) {
        kept.delete(name);
        kept.set(name, known);
        return known.made;
      }
      const fresh: Kept = {
        rewrites: position.rewrites,
        askedFor: position.seq,
        made: make(position, view),
        result: null,
      };
      kept.delete(name);
      kept.set(name, fresh);
      fresh.made.then(
        (result) => {
          fresh.result = result;
          if (result === null && kept.get(name) === fresh) kept.delete(name);
          makeRoom();
        },
        () => kept.get(name) === fresh && kept.delete(name),
      );
      return fresh.made;
    },
  };
}

/** Compressed copies are at most as large again. */
const sizeOf = (result: KeptResults | null): number =>
  result === null ? 0 : 2 * (result.json.bytes.length + result.boardCsv.bytes.length);
