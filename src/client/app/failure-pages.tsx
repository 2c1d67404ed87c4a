import { Button, buttonClass } from '../ui/button.tsx';
import { ScreenNotLoadedError } from './lazy-screen.ts';
import { MessagePage } from './message-page.tsx';

const reload = () => window.location.reload();

/** The way back is a full page load: the broken state of this page is gone with it. */
const homeLink = (
  <a href="/" className={buttonClass()}>
    Back to home
  </a>
);

export function FailurePage({ error }: { readonly error: unknown }) {
  return error instanceof ScreenNotLoadedError ? <NotLoadedPage /> : <BugPage />;
}

function NotLoadedPage() {
  return (
    <MessagePage
      title="This page didn’t load"
      actions={
        <>
          <Button variant="primary" onClick={reload}>
            Reload
          </Button>
          {homeLink}
        </>
      }
    >
      <p>A new version of Pushoff is out, or the connection dropped. Reload to get what’s missing.</p>
    </MessagePage>
  );
}

function BugPage() {
  return (
    <MessagePage
      title="Something broke here"
      actions={
        <>
          <Button variant="primary" onClick={reload}>
            Try again
          </Button>
          {homeLink}
        </>
      }
    >
      <p>This is our mistake. What you saved is safe.</p>
    </MessagePage>
  );
}
