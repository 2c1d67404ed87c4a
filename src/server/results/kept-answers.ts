import type { Requester } from '../fair-turns.ts';
import { SharedWork } from '../reads/shared-work.ts';

/** A large answer is made at most once in this time, for all who ask. */
export const LATE_MS = 1_000;

/** State of what an answer is made of, as its reader found it. */
interface AnswerState {
  /** A text that every change makes another. */
  readonly seq: string;
  /**
   * A text that everything but a time makes another: readers never get an answer of an earlier text, which may show a hidden
   * name.
   */
  readonly shown: string;
  /** Making it takes longer than other requests should wait. */
  readonly isLarge: boolean;
}

export interface Kept<Answer> {
  readonly answer: Answer;
  /** Age of the answer in ms; 0 while nothing newer is known. */
  readonly age: number;
}

/**
 * Answers that many readers ask for, each made once for all of them. A small one is made anew after every change. A large
 * one may be late by a second, or by the time that it waits for its turn: then taps cost the same however many watch.
 */
export interface KeptAnswers<Answer> {
  /** The answer of exactly this seq. */
  find(name: string, seq: string, reader: Requester): Promise<Kept<Answer>> | undefined;
  /** `make` works for all who wait. */
  get(
    name: string,
    state: AnswerState,
    reader: Requester,
    make: (all: Requester) => Promise<Answer>,
  ): Promise<Kept<Answer>>;
}

export interface KeptAnswersParts<Answer> {
  readonly most: number;
  readonly mostBytes: number;
  bytesOf(answer: Answer): number;
  now?(): number;
}

interface Shelved<Answer> extends AnswerState {
  readonly at: number;
  readonly made: SharedWork<Answer>;
  answer?: Answer;
}

export function createKeptAnswers<Answer>(parts: KeptAnswersParts<Answer>): KeptAnswers<Answer> {
  const { most, mostBytes, bytesOf, now = () => performance.now() } = parts;
  /** Answers by name; the one asked for last is at the end. */
  const kept = new Map<string, Shelved<Answer>>();

  const sizeOf = ({ answer }: Shelved<Answer>): number => (answer === undefined ? 0 : bytesOf(answer));

  function makeRoom(): void {
    let bytes = 0;
    for (const each of kept.values()) bytes += sizeOf(each);
    for (const [name, each] of kept) {
      if (kept.size === 1 || (kept.size <= most && bytes <= mostBytes)) break;
      bytes -= sizeOf(each);
      kept.delete(name);
    }
  }

  function isGoodFor(known: Shelved<Answer>, { seq, shown, isLarge }: AnswerState): boolean {
    if (known.made.isLost) return false;
    if (known.seq === seq) return true;
    const isUnderWay = known.answer === undefined;
    return isLarge && known.shown === shown && (isUnderWay || now() - known.at < LATE_MS);
  }

  function put(name: string, shelved: Shelved<Answer>): Shelved<Answer> {
    kept.delete(name);
    kept.set(name, shelved);
    return shelved;
  }

  function begin(
    name: string,
    state: AnswerState,
    reader: Requester,
    make: (all: Requester) => Promise<Answer>,
  ): Shelved<Answer> {
    const made = new SharedWork(reader, async (all) => {
      const answer = await make(all);
      fresh.answer = answer;
      makeRoom();
      return answer;
    });
    const fresh: Shelved<Answer> = { ...state, at: now(), made };
    put(name, fresh);
    makeRoom();
    return fresh;
  }

  async function give({ made, seq, at }: Shelved<Answer>, wanted: string, reader: Requester): Promise<Kept<Answer>> {
    return { answer: await made.wait(reader), age: seq === wanted ? 0 : now() - at };
  }

  return {
    find(name, seq, reader) {
      const known = kept.get(name);
      const isGood = known?.seq === seq && !known.made.isLost;
      return isGood ? give(put(name, known), seq, reader) : undefined;
    },
    async get(name, state, reader, make) {
      const known = kept.get(name);
      const isGood = known !== undefined && isGoodFor(known, state);
      return give(isGood ? put(name, known) : begin(name, state, reader, make), state.seq, reader);
    },
  };
}
