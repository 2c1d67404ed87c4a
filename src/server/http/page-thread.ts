import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { NoTurnError } from '../fair-turns.ts';
import type { DrawnEvent, EventDrawing } from './draw-event.ts';

export interface ThreadWork {
  /** Path of the language's build of the public pages. */
  readonly rendererFile: string;
  readonly drawing: EventDrawing;
}

export interface PageThread {
  /**
   * Draws one page at a time. Rejects with a NoTurnError when the readers have gone, and with the thread's error when it fails
   * or goes beyond its bounds.
   */
  draw(work: ThreadWork, gone: AbortSignal): Promise<DrawnEvent>;
  stop(): Promise<void>;
}

const BOUNDS = {
  /** The page of 5,000 racers takes three seconds, and 100 MB. */
  mostMs: 30_000,
  mostMb: 512,
  /** Time without a page after which the thread ends: a new one loads the renderer, and draws its first page slowly. */
  idleMs: 30_000,
};

/** The thread is started by the first page, and ended when it has had none for a while or nobody waits for its page. */
export function createPageThread(workerFile: string, bounds: Partial<typeof BOUNDS> = {}): PageThread {
  const { mostMs, mostMb, idleMs } = { ...BOUNDS, ...bounds };
  let running: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: mostMb } });
    // Without a listener, an error of a thread that draws nothing would end the server.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (running === worker) running = undefined;
    });
    return worker;
  }
  async function end(): Promise<void> {
    clearTimeout(idle);
    const worker = running;
    running = undefined;
    await worker?.terminate();
  }
  return {
    async draw(work, gone) {
      clearTimeout(idle);
      running ??= start();
      const signal = AbortSignal.any([gone, AbortSignal.timeout(mostMs)]);
      try {
        const answer = once(running, 'message', { signal });
        running.postMessage(work);
        const [drawn] = (await answer) as [DrawnEvent];
        idle = setTimeout(() => void end(), idleMs).unref();
        return drawn;
      } catch (error) {
        // The thread is ended in the middle of its work.
        await end();
        throw gone.aborted ? new NoTurnError('gone') : error;
      }
    },
    stop: end,
  };
}
