import { DERIVER_POLICY } from '../../../../protocol/page-data.ts';
import { type Answer, createAnswering, type Question } from './derived.ts';

export interface Deriver {
  ask<Asked extends Question>(question: Asked): Promise<Answer<Asked['kind']>>;
  close(): void;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(from: string): string };
}
let address: Promise<string> | null = null;

/** The content policy refuses a plain text as the address of a script. This address is always the same. */
async function findAddress(): Promise<string> {
  const { default: path } = await import('./derive-worker.ts?worker&url');
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy(DERIVER_POLICY, { createScriptURL: () => path }).createScriptURL('') ?? path;
}

async function startWorker(): Promise<Worker> {
  address ??= findAddress();
  // A chunk that did not arrive is requested again the next time.
  address.catch(() => (address = null));
  return new Worker(await address, { type: 'module' });
}

/** Derives in a worker. Where there is none, or it dies, the page does it itself: late is better than never. */
export function createDeriver(start: () => Promise<Worker> = startWorker): Deriver {
  const waiting = new Map<number, { readonly question: Question; readonly resolve: (answer: Answer) => void }>();
  /** What the worker keeps dies with it, and is made anew. */
  const kept = new Map<string, Question>();
  let worker: Promise<Worker | null> | null = null;
  let answering: ReturnType<typeof createAnswering> | null = null;
  let questions = 0;

  function answerHere(): null {
    worker = Promise.resolve(null);
    if (answering === null) {
      answering = createAnswering();
      const asked = new Set(Array.from(waiting.values(), ({ question }) => question));
      for (const question of kept.values()) if (!asked.has(question)) answering(question);
    }
    for (const { question, resolve } of waiting.values()) resolve(answering(question));
    waiting.clear();
    return null;
  }

  async function open(): Promise<Worker | null> {
    const opened = await start().catch(() => null);
    opened?.addEventListener('message', ({ data: { id, answer } }: MessageEvent<{ id: number; answer: Answer }>) => {
      waiting.get(id)?.resolve(answer);
      waiting.delete(id);
    });
    opened?.addEventListener('error', answerHere);
    return opened ?? answerHere();
  }

  return {
    async ask<Asked extends Question>(question: Asked) {
      const id = (questions += 1);
      const answer = new Promise<Answer>((resolve) => waiting.set(id, { question, resolve }));
      if (question.kind === 'derive' || question.kind === 'track')
        kept.set(`${question.kind} ${question.source}`, question);
      worker ??= open();
      const opened = await worker;
      if (opened === null) answerHere();
      else opened.postMessage({ id, question });
      return answer as Promise<Answer<Asked['kind']>>;
    },
    close() {
      void worker?.then((opened) => opened?.terminate());
      worker = null;
      waiting.clear();
      kept.clear();
    },
  };
}
