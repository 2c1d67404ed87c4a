import { randomBytes } from 'node:crypto';

/**
 * Names of the files of a copy. A line begins with whole databases (bases), each in chunks, and goes on with pieces of the log,
 * numbered without a gap. The names alone decide which files make the database of a moment: no file is opened for that.
 */
export type CopyName = PieceName | ChunkName | WholeName;

export interface PieceName {
  readonly kind: 'piece';
  readonly line: string;
  readonly sequence: number;
  /** Moment by which everything in the piece had been committed. */
  readonly at: number;
}

interface ChunkName {
  readonly kind: 'chunk';
  readonly line: string;
  /** Moment at which the base was begun; it names the base. */
  readonly begun: number;
  readonly number: number;
}

/** Written last: a base without it is not whole. */
export interface WholeName {
  readonly kind: 'whole';
  readonly line: string;
  readonly begun: number;
  readonly chunks: number;
  /** The last piece that the base has; later pieces go on top. */
  readonly after: number;
  /** First moment that the base and its pieces can restore. */
  readonly at: number;
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Names of later lines sort behind those of earlier ones. */
export function newLine(now: number): string {
  return `${pad(now, 13)}-${randomBytes(4).toString('hex')}`;
}

export function writeName(name: CopyName): string {
  if (name.kind === 'piece') return `${name.line}/log/${pad(name.sequence, 10)}-${pad(name.at, 13)}.gz`;
  const folder = `${name.line}/base-${pad(name.begun, 13)}`;
  if (name.kind === 'chunk') return `${folder}/${pad(name.number, 6)}.gz`;
  return `${folder}/whole-${name.chunks}-${name.after}-${pad(name.at, 13)}`;
}

const PIECE = /^(\d{13}-[0-9a-f]{8})\/log\/(\d{10})-(\d{13})\.gz$/;
const CHUNK = /^(\d{13}-[0-9a-f]{8})\/base-(\d{13})\/(\d{6})\.gz$/;
const WHOLE = /^(\d{13}-[0-9a-f]{8})\/base-(\d{13})\/whole-(\d+)-(\d+)-(\d{13})$/;

/** Undefined for a foreign file: such files are neither read nor removed. */
export function readName(text: string): CopyName | undefined {
  const piece = PIECE.exec(text);
  if (piece !== null) return { kind: 'piece', line: piece[1]!, sequence: Number(piece[2]), at: Number(piece[3]) };
  const chunk = CHUNK.exec(text);
  if (chunk !== null) return { kind: 'chunk', line: chunk[1]!, begun: Number(chunk[2]), number: Number(chunk[3]) };
  const whole = WHOLE.exec(text);
  if (whole === null) return undefined;
  const [line, begun, chunks, after, at] = [whole[1]!, ...whole.slice(2).map(Number)] as [string, ...number[]];
  return { kind: 'whole', line, begun: begun!, chunks: chunks!, after: after!, at: at! };
}
