import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import type { RenderPage } from '../protocol/page-data.ts';
import { App, type AppProps } from './app/app.tsx';
import { RenderedBoot } from './session/viewer.ts';

/**
 * The public pages as HTML, from the same components as in the browser. A bundle of its own, which the server loads:
 * in source the two never meet.
 */
export const renderPage: RenderPage = async ({ url, boot, page }) => {
  const Router: AppProps['Router'] = ({ children }) => <StaticRouter location={url}>{children}</StaticRouter>;
  const { prelude } = await prerender(
    <StrictMode>
      <RenderedBoot value={boot}>
        <App Router={Router} page={page} />
      </RenderedBoot>
    </StrictMode>,
    {
      onError: (error) => {
        throw error;
      },
      // A part that is sent later comes with an inline script, which the content policy refuses.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    },
  );
  return new Response(prelude).text();
};
