/** A row of a lap timer with a hundred channels has some thousand characters. */
const MOST_CHARACTERS = 64 * 1024;

export interface LineLimit {
  /** The text with what is too long for a line taken out. */
  take(text: string): string;
  /** How many lines were cut. */
  readonly cut: () => number;
}

/** A file without line breaks must not become one row of 100 MB: what is too long for a row is cut as it is read. */
export function createLineLimit(most = MOST_CHARACTERS): LineLimit {
  let length = 0;
  let cut = 0;
  return {
    cut: () => cut,
    take(text) {
      let kept = '';
      let from = 0;
      while (from < text.length) {
        const end = nextBreak(text, from);
        const to = end < 0 ? text.length : end;
        const room = most - length;
        if (to - from > room) {
          kept += text.slice(from, from + Math.max(0, room));
          if (length <= most) cut += 1;
          length = most + 1;
        } else {
          kept += text.slice(from, to);
          length += to - from;
        }
        if (end < 0) break;
        kept += text[end];
        length = 0;
        from = end + 1;
      }
      return kept;
    },
  };
}

/** Old programs end a line by a carriage return alone. */
function nextBreak(text: string, from: number): number {
  const line = text.indexOf('\n', from);
  const carriage = text.indexOf('\r', from);
  if (line < 0 || carriage < 0) return Math.max(line, carriage);
  return Math.min(line, carriage);
}
