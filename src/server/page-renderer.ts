import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { RenderPage } from '../protocol/page-data.ts';

/** The client's build of the public pages. In development there is none, and the browser renders them. */
export async function loadPageRenderer(file: string): Promise<RenderPage | undefined> {
  if (!existsSync(file)) return undefined;
  const module = (await import(pathToFileURL(file).href)) as { readonly renderPage: RenderPage };
  return module.renderPage;
}
