import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import type { RenderedText, RenderPage, RenderRequest } from '../protocol/page-data.ts';
import { App, type AppProps } from './app/app.tsx';
import { preloadResults } from './app/preload-results.ts';
import { ViewerApp } from './app/viewer-app.tsx';
import { developersText } from './features/developers/examples.ts';
import { EventsPage } from './features/events/events-page.tsx';
import { RenderedBoot } from './session/viewer.ts';
import type { EventState } from '../domain/model/state.ts';
import { counted } from '../domain/language.ts';
import { countRacers } from '../domain/results/lists.ts';
import { readResults } from '../domain/results/read-results.ts';
import type { SharedGroup } from '../protocol/live.ts';

/**
 * The public pages as HTML, from the same components as in the browser. A bundle of its own, which the server loads: in
 * source server and client never import each other.
 */
export const renderPage: RenderPage = async (request) => {
  await preloadResults(request.page.kind === 'event' ? request.page : null);
  let failure: unknown = null;
  const { prelude } = await prerender(
    <StrictMode>
      {request.entry === 'viewer' && request.page.kind !== 'developers' ? (
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

type Described = Pick<RenderedText, 'title' | 'description'>;

/** A public page in the words of a link preview. */
function describePage(page: RenderRequest['page']): Described {
  if (page.kind === 'developers') return developersText;
  return page.kind === 'event' ? ofEvent(page.event) : ofGroup(page.group);
}

function ofEvent(event: EventState): Described {
  const { finished, total, onCourse } = countRacers(readResults(event));
  const racers = counted(total, 'racer', 'racers');
  return {
    title: event.name,
    description: `Live leaderboard: ${racers}, ${finished} finished, ${onCourse} on course.`,
  };
}

function ofGroup({ name, events }: SharedGroup): Described {
  if (name === null) return { title: 'Unknown Group', description: 'There’s no group at this address.' };
  const count = counted(events.length, 'event', 'events');
  return { title: `Events Shared with Group: ${name}`, description: `${count} to follow live, without an account.` };
}
