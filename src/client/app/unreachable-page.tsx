import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { MessagePage } from './message-page.tsx';

const AGAIN_MS = 10_000;

/** Shown without the shell: the viewer is not known, so no header would be right. */
export function UnreachablePage({ onTryAgain }: { readonly onTryAgain: () => Promise<void> }) {
  const [isPressed, setIsPressed] = useState(false);
  const trying = useRef<Promise<void>>(null);
  const tryAgain = useCallback(async () => {
    trying.current ??= onTryAgain().finally(() => (trying.current = null));
    await trying.current;
  }, [onTryAgain]);
  const press = async () => {
    setIsPressed(true);
    await tryAgain();
    setIsPressed(false);
  };
  useEffect(() => {
    const again = () => void tryAgain();
    const timer = setInterval(again, AGAIN_MS);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [tryAgain]);
  return (
    <>
      <header className="page flex min-h-20 items-center">
        <Logo />
      </header>
      <main>
        <MessagePage
          title="Can’t reach Pushoff"
          actions={
            <Button variant="primary" size="lg" busy={isPressed} onClick={() => void press()}>
              Try again
            </Button>
          }
        >
          <p>
            Your connection may be down, or the server may be restarting. Check your signal. This page tries again by
            itself.
          </p>
        </MessagePage>
      </main>
    </>
  );
}
