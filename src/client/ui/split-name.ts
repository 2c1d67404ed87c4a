/** Characters at the end of a name that stay in sight, and the most of a differing part. */
const TAIL = 8;
const MOST_TAIL = 16;

/** A name in two: the beginning may be cut, the end is shown. It begins where the name differs from one beside it. */
export function splitName(name: string, others: readonly string[] = []): readonly [head: string, tail: string] {
  const letters = [...name];
  const alike = Math.max(
    0,
    ...others.filter((other) => other !== name).map((other) => countAlike(letters, [...other])),
  );
  const usual = Math.max(0, letters.length - TAIL);
  const from = alike === 0 || alike < letters.length - MOST_TAIL ? usual : Math.min(usual, alike);
  return [letters.slice(0, from).join(''), letters.slice(from).join('')];
}

function countAlike(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && one[count] === other[count]) count += 1;
  return count;
}
