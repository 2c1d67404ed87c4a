import { Button, buttonClass } from '../../../../client/ui/button.tsx';
import { EmptyState } from '../../../../client/ui/empty-state.tsx';
import { BackIcon } from '../../../../client/ui/icons.tsx';
import { Link } from '../../../../client/ui/link.tsx';
import { LoadingRegion, Skeleton } from '../../../../client/ui/skeleton.tsx';
import { type OpenedRun, useRun } from '../../recordings/use-run.ts';
import type { Deriver } from '../deriving/deriver.ts';
import type { SideProblem } from '../deriving/side-track.ts';
import { useDeriver } from '../deriving/use-derived.ts';
import { comparePath } from '../compare-path.ts';
import { CompareView } from './compare-view.tsx';
import type { Side } from './side.ts';
import { useSide } from './use-side.ts';

export interface ComparePageProps {
  readonly runId: string;
  readonly otherId: string;
  /** The key of the first run's link. */
  readonly linkKey: string | null;
}

const PROBLEMS: Record<SideProblem, string> = {
  'no-positions': 'has no positions, and we compare runs by where they were.',
  'no-times': 'has no times, so there’s nothing to compare.',
};

export function ComparePage({ runId, otherId, linkKey }: ComparePageProps) {
  const first = useRun(runId, linkKey);
  const second = useRun(otherId, null);
  const deriver = useDeriver();
  const sideA = useSide(deriver, first);
  const sideB = useSide(deriver, second);
  return (
    <div className="page flex flex-col gap-5 pt-4 pb-16">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link to="/analysis" className={`${buttonClass({ variant: 'quiet' })} -ml-5`}>
          <BackIcon />
          Runs
        </Link>
        <h1 className="heading min-w-0 flex-1 text-24 max-sm:order-last max-sm:basis-full sm:text-32">Compare runs</h1>
        <Link to={comparePath(otherId, runId)} className={`${buttonClass()} ml-auto`}>
          Swap the two
        </Link>
      </header>
      <Body deriver={deriver} first={first} second={second} sideA={sideA} sideB={sideB} />
    </div>
  );
}

interface BodyProps {
  readonly deriver: Deriver | null;
  readonly first: OpenedRun;
  readonly second: OpenedRun;
  readonly sideA: Side | SideProblem | null;
  readonly sideB: Side | SideProblem | null;
}

function Body({ deriver, first, second, sideA, sideB }: BodyProps) {
  for (const opened of [first, second]) {
    if (opened.state === 'failed') {
      return (
        <EmptyState title="We couldn’t open a run" action={<Button onClick={opened.retry}>Try again</Button>}>
          {opened.error.message}
        </EmptyState>
      );
    }
  }
  for (const [opened, side] of [
    [first, sideA],
    [second, sideB],
  ] as const) {
    if (typeof side !== 'string' || opened.state !== 'open') continue;
    return (
      <EmptyState title="We can’t compare these two">
        <bdi>{opened.run.details.name}</bdi> {PROBLEMS[side]}
      </EmptyState>
    );
  }
  if (sideA === null || sideB === null || typeof sideA === 'string' || typeof sideB === 'string') return <Loading />;
  return <CompareView key={`${sideA.run.id} ${sideB.run.id}`} deriver={deriver} sideA={sideA} sideB={sideB} />;
}

function Loading() {
  return (
    <LoadingRegion label="Loading the runs">
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <Skeleton className="h-36 w-full rounded-card" />
          <Skeleton className="h-36 w-full rounded-card" />
        </div>
        <Skeleton className="h-40 w-full rounded-board" />
        <Skeleton className="h-80 w-full rounded-card" />
      </div>
    </LoadingRegion>
  );
}
