import type { Peek } from './random-access.ts';

export interface Box {
  readonly type: string;
  /** Offset of the box's head: its size and its type. */
  readonly at: number;
  /** Offsets of the box's contents in the file. */
  readonly from: number;
  readonly to: number;
}

/** Most boxes on one level, more than any camera writes: without it a file made of tiny boxes would be read for ever. */
const MOST_BOXES = 2_000;

/**
 * The boxes that stand in a row between two offsets. A box with an impossible size, or one that reaches over the end,
 * is the last: `isWhole` is then false. Every box is at least as long as its head, so the walk always moves on.
 */
export async function readBoxes(
  peek: Peek,
  from: number,
  to: number,
  isLast?: (box: Box) => boolean,
): Promise<{ readonly boxes: readonly Box[]; readonly isWhole: boolean }> {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= to && boxes.length < MOST_BOXES) {
    const head = await peek(at, Math.min(16, to - at));
    if (head === null) return { boxes, isWhole: false };
    const box = readHead(head, at, to);
    if (box === null) return { boxes, isWhole: false };
    boxes.push({ ...box, to: Math.min(box.to, to) });
    if (box.to > to) return { boxes, isWhole: false };
    if (isLast?.(box) === true) break;
    at = box.to;
  }
  return { boxes, isWhole: true };
}

function readHead(head: DataView, at: number, end: number): Box | null {
  const type = readFourCc(head, 4);
  const size = head.getUint32(0);
  if (size === 0) return { type, at, from: at + 8, to: end };
  if (size !== 1) return size < 8 ? null : { type, at, from: at + 8, to: at + size };
  if (head.byteLength < 16) return null;
  const large = Number(head.getBigUint64(8));
  return large < 16 ? null : { type, at, from: at + 16, to: at + large };
}

export function readFourCc(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}

/** The text up to the first zero; every byte is one character, as cameras write it. */
export function readText(view: DataView, from = 0, length = view.byteLength - from): string {
  let text = '';
  for (let at = from; at < from + length; at += 1) {
    const byte = view.getUint8(at);
    if (byte === 0) break;
    text += String.fromCharCode(byte);
  }
  return text.trim();
}
