import type { RenderedPage } from '../../protocol/page-data.ts';
import type { EventsPage } from '../features/events/events-page.tsx';
import { latePart } from '../event/late-part.tsx';
import { ViewerScreen } from '../features/watch/viewer-screen.tsx';
import { useObservable } from '../sync/use-sync.ts';
import type { ViewerSync } from '../sync/viewer-sync.ts';
import { AlertProvider } from '../ui/alert-dialog.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FailurePage } from './failure-pages.tsx';
import { Footer } from './footer.tsx';
import { GuestHeader } from './guest-header.tsx';
import { Shell } from './shell.tsx';

/** Parts that can wait until the page is live. */
const later = latePart(() => import('./viewer-later.tsx').then((module) => module.ViewerLater));
const question = latePart(() => import('../ui/alert-question.tsx').then((module) => module.QuestionDialog));

export interface ViewerAppProps {
  readonly page: RenderedPage;
  /** Null where the server renders. */
  readonly sync: ViewerSync | null;
  /** The page of a share group. Null where an event is shown: a viewer's phone need not load it. */
  readonly Events: typeof EventsPage | null;
}

/**
 * A public page for a viewer who is not signed in: the parts of the app that show, without those that record. Every
 * link away from it is a page load.
 */
export function ViewerApp({ page, sync, Events }: ViewerAppProps) {
  const isLive = useObservable(sync?.isLive, false);
  return (
    <ErrorBoundary fallback={(error) => <FailurePage error={error} />}>
      <AlertProvider Dialog={question.Part}>
        <Shell header={<GuestHeader />} footer={<Footer />}>
          <ErrorBoundary fallback={(error) => <FailurePage error={error} />}>
            {page.kind === 'event' && <ViewerScreen page={page} sync={sync} />}
            {page.kind === 'group' && Events !== null && <Group rendered={page.group} sync={sync} Page={Events} />}
          </ErrorBoundary>
        </Shell>
        {isLive && <later.Part onLoaded={question.preload} />}
      </AlertProvider>
    </ErrorBoundary>
  );
}

type GroupPage = Extract<RenderedPage, { kind: 'group' }>;

interface GroupProps {
  readonly rendered: GroupPage['group'];
  readonly sync: ViewerSync | null;
  readonly Page: typeof EventsPage;
}

function Group({ rendered, sync, Page }: GroupProps) {
  return <Page group={useObservable(sync?.group(rendered.id), null) ?? rendered} />;
}
