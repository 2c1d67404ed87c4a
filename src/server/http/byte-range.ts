/** Range with both ends included. 'none': the range lies beyond the end. Anything but one range gets the whole. */
export type ByteRange = { readonly first: number; readonly last: number } | 'whole' | 'none';

export function rangeOf(header: string | undefined, size: number): ByteRange {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (asked === null || (asked[1] === '' && asked[2] === '')) return 'whole';
  const isTail = asked[1] === '';
  const first = isTail ? Math.max(0, size - Number(asked[2])) : Number(asked[1]);
  const last = isTail || asked[2] === '' ? size - 1 : Math.min(Number(asked[2]), size - 1);
  return first > last ? 'none' : { first, last };
}
