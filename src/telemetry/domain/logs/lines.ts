const LINE_FEED = 10;
const RETURN = 13;
/** No line of these formats is longer; the rest of one that is gets cut. */
const MOST_LINE = 4_096;

/** The lines of a text, one at a time: a list of all would take several times the memory of the text. */
export function* linesOf(text: string): Generator<string> {
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : LINE_FEED;
    if (code !== LINE_FEED && code !== RETURN) continue;
    if (at > from) yield text.slice(from, Math.min(at, from + MOST_LINE));
    from = at + 1;
  }
}
