import { type ReactNode, useEffect, useState } from 'react';
import { useViewer } from '../../../client/session/viewer.ts';
import { LoadingRegion, Skeleton } from '../../../client/ui/skeleton.tsx';
import { createRunLibrary, type RunningLibrary } from '../run-sync/create-run-library.ts';
import { RunLibraryContext } from '../run-sync/use-run-library.ts';
import { createWebRunPorts } from '../run-sync/web-run-ports.ts';

/**
 * One library for each user: signing out takes everything off the screen. The library stays between the screens of the
 * analysis, so that reading and sending go on, and chosen videos are still known.
 */
let current: { readonly of: string | null; readonly opening: Promise<RunningLibrary> } | null = null;

function openLibrary(userId: string | null): Promise<RunningLibrary> {
  if (current?.of === userId) return current.opening;
  void current?.opening.then((library) => library.stop()).catch(() => undefined);
  const opening = createWebRunPorts(userId).then((ports) => {
    const library = createRunLibrary(ports);
    void library.start().catch((error: unknown) => console.warn('The runs of this device could not be read.', error));
    return library;
  });
  current = { of: userId, opening };
  return opening;
}

export function RunLibraryProvider({ children }: { readonly children: ReactNode }) {
  const viewer = useViewer();
  const userId = viewer.kind === 'user' ? viewer.userId : null;
  const [running, setRunning] = useState<{ readonly of: string | null; readonly library: RunningLibrary } | null>(null);
  const library = running?.of === userId ? running.library : null;
  const isConfirmed = viewer.kind === 'user' && viewer.emailVerified;

  useEffect(() => {
    let isOver = false;
    void openLibrary(userId).then((opened) => {
      if (!isOver) setRunning({ of: userId, library: opened });
      opened.wake();
    });
    return () => {
      isOver = true;
    };
  }, [userId]);

  useEffect(() => {
    if (isConfirmed) void library?.tryAgain('email-not-confirmed');
  }, [library, isConfirmed]);

  useEffect(() => {
    if (library === null) return;
    // Two windows side by side are both visible: focus is the only sign of the one in use.
    const wake = () => library.wake();
    // A run that is only in memory must not be lost by closing the page unseen.
    const warn = (event: BeforeUnloadEvent) => {
      const isWaiting = library.runs.getSnapshot()?.some((run) => run.isWaiting) === true;
      if (isWaiting && !library.isDurable.getSnapshot()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    window.addEventListener('focus', wake);
    return () => {
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener('focus', wake);
    };
  }, [library]);

  if (library === null) return <Opening />;
  return <RunLibraryContext value={library}>{children}</RunLibraryContext>;
}

function Opening() {
  return (
    <LoadingRegion>
      <div className="page flex flex-col gap-4 py-10">
        <Skeleton className="h-11 w-2/3 max-w-md" />
        <Skeleton className="h-48 w-full" />
      </div>
    </LoadingRegion>
  );
}
