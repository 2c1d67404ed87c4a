import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderedText, RenderPage, RenderRequest } from '../../protocol/page-data.ts';
import { loadWords } from '../words/in-language.ts';
import { ENGLISH } from './client-files.ts';
import { drawEvent, type DrawnEvent, type EventDrawing } from './draw-event.ts';
import { createPageThread } from './page-thread.ts';

/** The client's build of the public pages, in every language. What the server writes is built beside them. */
export interface PageRenderers {
  render(language: string, request: RenderRequest): Promise<RenderedText>;
  drawEvent(language: string, drawing: EventDrawing): Promise<DrawnEvent>;
  /** Draws a large event on a thread of its own, one at a time, until the signal says that nobody waits for the page. */
  drawLargeEvent(language: string, drawing: EventDrawing, gone: AbortSignal): Promise<DrawnEvent>;
  stop(): Promise<void>;
}

/**
 * Development has no build, and the browser renders the pages. Without the thread's file, in tests, pages of large events
 * are drawn in this process.
 */
export async function loadPageRenderers(
  file: string | undefined,
  workerFile: string | undefined,
): Promise<PageRenderers | undefined> {
  await loadWords(file);
  if (file === undefined || !existsSync(file)) return undefined;
  const load = (path: string) => import(pathToFileURL(path).href) as Promise<{ readonly renderPage: RenderPage }>;
  await load(file);
  const fileFor = (language: string) => (language === ENGLISH ? file : join(dirname(file), language, basename(file)));
  // Another language is loaded when the first page is asked for in it.
  const rendererFor = async (language: string) => (await load(fileFor(language))).renderPage;
  const thread = workerFile === undefined ? undefined : createPageThread(workerFile);
  const draw: PageRenderers['drawEvent'] = async (language, drawing) => drawEvent(await rendererFor(language), drawing);
  return {
    render: async (language, request) => (await rendererFor(language))(request),
    drawEvent: draw,
    drawLargeEvent: (language, drawing, gone) =>
      thread?.draw({ rendererFile: fileFor(language), drawing }, gone) ?? draw(language, drawing),
    stop: async () => thread?.stop(),
  };
}
