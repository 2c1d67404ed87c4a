/** A row of a lap timer with a hundred channels has some thousand characters. */
const MOST_CHARACTERS = 64 * 1024;

export interface LineLimit {
  /** The text without the parts that are too long for a line. */
  take(text: string): string;
  /** The number of lines that were cut. */
  readonly cut: () => number;
}

/** A file without line breaks must not become one row of 100 MB: lines are cut as they are read. */
export function createLineLimit(most = MOST_CHARACTERS): LineLimit {
  let length = 0;
  let cut = 0;
  return {
    cut: () => cut,
    take(text) {
      const nextBreak = createBreakFinder(text);
      let kept = '';
      /** Start of the text that is not kept yet. */
      let start = 0;
      for (let from = 0; from < text.length;) {
        const end = nextBreak(from);
        const to = end < 0 ? text.length : end;
        if (length + to - from > most) {
          kept += text.slice(start, from + Math.max(0, most - length));
          start = to;
          if (length <= most) cut += 1;
          length = most + 1;
        } else {
          length += to - from;
        }
        if (end < 0) break;
        length = 0;
        from = end + 1;
      }
      return kept + text.slice(start);
    },
  };
}

/** Old programs end a line by a carriage return alone. Found breaks are kept: most files have only one of the two. */
function createBreakFinder(text: string): (from: number) => number {
  const next = { '\n': -2, '\r': -2 };
  const find = (mark: '\n' | '\r', from: number) => {
    if (next[mark] !== -1 && next[mark] < from) next[mark] = text.indexOf(mark, from);
    return next[mark];
  };
  return (from) => {
    const line = find('\n', from);
    const carriage = find('\r', from);
    return line < 0 || carriage < 0 ? Math.max(line, carriage) : Math.min(line, carriage);
  };
}
