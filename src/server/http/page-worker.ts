import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { RenderPage } from '../../protocol/page-data.ts';
import { drawEvent } from './draw-event.ts';
import type { ThreadWork } from './page-thread.ts';

/**
 * Pages of large events are drawn on a thread of their own: the largest take seconds, in which the server would store no
 * tap. An error ends the thread, and reaches the server as the thread's.
 */
parentPort!.on('message', async ({ rendererFile, drawing }: ThreadWork) => {
  const { renderPage } = (await import(pathToFileURL(rendererFile).href)) as { readonly renderPage: RenderPage };
  parentPort!.postMessage(await drawEvent(renderPage, drawing));
});
