import { Button, buttonClass } from '../../../../client/ui/button.tsx';
import { EmptyState } from '../../../../client/ui/empty-state.tsx';
import { Link } from '../../../../client/ui/link.tsx';
import { LoadingRegion, Skeleton } from '../../../../client/ui/skeleton.tsx';
import { RunView } from './run-view.tsx';
import { useRun } from '../../recordings/use-run.ts';

export interface RunPageProps {
  readonly runId: string;
  /** The key of the link by which the viewer came. */
  readonly linkKey: string | null;
}

export function RunPage({ runId, linkKey }: RunPageProps) {
  const opened = useRun(runId, linkKey);
  if (opened.state === 'open') {
    return <RunView key={runId} run={opened.run} samples={opened.samples} />;
  }
  if (opened.state === 'loading') return <Loading />;
  const { error, retry } = opened;
  return (
    <div className="page py-10">
      <h1 className="sr-only">Run</h1>
      <EmptyState
        title={error.retry === 'later' ? 'We couldn’t open the run' : 'That run is gone'}
        action={
          error.retry === 'later' ? (
            <Button variant="primary" onClick={retry}>
              Try again
            </Button>
          ) : (
            <Link to="/analysis" className={buttonClass({ variant: 'primary' })}>
              All runs
            </Link>
          )
        }
      >
        {error.retry === 'later'
          ? error.message
          : 'Its owner deleted it, turned off its link, or doesn’t share it with this account.'}
      </EmptyState>
    </div>
  );
}

function Loading() {
  return (
    <LoadingRegion label="Opening the run">
      <div className="page flex flex-col gap-4 py-8">
        <Skeleton className="h-10 w-2/3 max-w-md" />
        <Skeleton className="aspect-video w-full max-w-3xl" />
        <Skeleton className="h-64 w-full" />
      </div>
    </LoadingRegion>
  );
}
