import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { MessagePage } from './message-page.tsx';

export interface UnreachablePageProps {
  readonly onTryAgain: () => Promise<void>;
}

/** Shown without the shell: the viewer is not known, so no header would be right. */
export function UnreachablePage({ onTryAgain }: UnreachablePageProps) {
  const [isTrying, setIsTrying] = useState(false);
  const tryAgain = async () => {
    setIsTrying(true);
    await onTryAgain();
    setIsTrying(false);
  };
  return (
    <>
      <header className="page flex min-h-20 items-center">
        <Logo />
      </header>
      <main>
        <MessagePage
          title="Cannot reach Pushoff"
          actions={
            <Button variant="primary" size="lg" busy={isTrying} onClick={() => void tryAgain()}>
              Try again
            </Button>
          }
        >
          <p>Your connection may be down, or the server may be restarting. Check your signal, then try again.</p>
        </MessagePage>
      </main>
    </>
  );
}
