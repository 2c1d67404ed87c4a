/**
 * A change of a kind that this release does not know, written by a later one. Skipping it would show a state that never
 * was: a disqualified winner would stay the winner. State is never computed past it.
 */
export class UnknownChange extends Error {
  override readonly name = 'UnknownChange';
  readonly eventId: string;
  readonly seq: number;
  readonly kind: string;

  constructor({ eventId, seq, type }: { readonly eventId: string; readonly seq: number; readonly type: string }) {
    super(`Change ${seq} of an event is of a kind that this release does not know: ${type.slice(0, 64)}`);
    this.eventId = eventId;
    this.seq = seq;
    this.kind = type;
  }
}
