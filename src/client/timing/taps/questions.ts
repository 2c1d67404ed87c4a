import type { Line } from '../../../domain/model/lines.ts';

/** A time that this phone has kept without a name, because a touch could mean one of several racers. */
export interface Question {
  readonly eventId: string;
  readonly tapId: string;
  /** Racers whom the touch could mean, each with the line. */
  readonly meant: readonly { readonly racerId: string; readonly line: Line }[];
}

const KEY = 'pushoff.questions';
/** Times of older questions wait on the finish screen, like every other time without a name. */
const MOST_KEPT = 50;

const listeners = new Set<() => void>();
/** Text, so that the same questions are the same snapshot. */
let stored: string | null = null;

export function readQuestions(): string {
  try {
    stored ??= localStorage.getItem(KEY);
  } catch {
    // A browser without storage asks until the page is closed.
  }
  return (stored ??= '[]');
}

export function onQuestions(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function ask(question: Question): void {
  stored = JSON.stringify([...parseQuestions(readQuestions()), question].slice(-MOST_KEPT));
  try {
    localStorage.setItem(KEY, stored);
  } catch {
    // See above.
  }
  for (const listener of listeners) listener();
}

export function parseQuestions(text: string): readonly Question[] {
  try {
    const questions: unknown = JSON.parse(text);
    return Array.isArray(questions) ? questions.filter(isQuestion) : [];
  } catch {
    return [];
  }
}

const isQuestion = (value: unknown): value is Question =>
  typeof value === 'object' && value !== null && 'meant' in value && Array.isArray(value.meant);
