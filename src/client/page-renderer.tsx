import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import type { RenderPage, RenderRequest } from '../protocol/page-data.ts';
import { App, type AppProps } from './app/app.tsx';
import { describePage } from './app/describe-page.ts';
import { preloadResults } from './app/preload-results.ts';
import { ViewerApp } from './app/viewer-app.tsx';
import { EventsPage } from './features/events/events-page.tsx';
import { RenderedBoot } from './session/viewer.ts';

/**
 * The public pages as HTML, from the same components as in the browser. A bundle of its own, which the server loads: in
 * source server and client never import each other.
 */
export const renderPage: RenderPage = async (request) => {
  await preloadResults(request.page.kind === 'event' ? request.page : null);
  let failure: unknown = null;
  const { prelude } = await prerender(
    <StrictMode>
      {request.entry === 'viewer' ? (
        <ViewerApp page={request.page} sync={null} Events={EventsPage} />
      ) : (
        <RenderedApp {...request} />
      )}
    </StrictMode>,
    {
      // An error thrown here would end the server; a failed part would come as a skeleton.
      onError: (error) => {
        failure ??= error;
      },
      // A part that is sent later comes with an inline script, which the content policy refuses.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    },
  );
  if (failure !== null) throw new Error('The page could not be rendered', { cause: failure });
  return { body: await new Response(prelude).text(), ...describePage(request.page) };
};

function RenderedApp({ url, boot, page }: RenderRequest) {
  const Router: AppProps['Router'] = ({ children }) => <StaticRouter location={url}>{children}</StaticRouter>;
  return (
    <RenderedBoot value={boot}>
      <App Router={Router} page={page} />
    </RenderedBoot>
  );
}
