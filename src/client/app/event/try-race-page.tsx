import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Capability } from '../../../domain/access/can.ts';
import type { Counters } from '../../../domain/results/lists.ts';
import { useObservable } from '../../sync/use-sync.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { BackIcon } from '../../ui/icons.tsx';
import { Board } from '../../features/timer/board.tsx';
import { CounterLine } from '../../features/timer/header/counter-line.tsx';
import { EventSkeleton } from '../../event/event-skeleton.tsx';
import { type OpenedRace, openRace } from '../../features/try-race/open-race.ts';
import { TRY_RACE_NAME } from '../../features/try-race/prepare-race.ts';

export interface TryRacePageProps {
  readonly onLeave: () => void;
}

/** A race to try without an account: the timer's own board, with nothing stored and nothing sent. */
export function TryRacePage({ onLeave }: TryRacePageProps) {
  const [race, setRace] = useState<OpenedRace | null>(null);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  useEffect(() => {
    let isOver = false;
    let opened: OpenedRace | null = null;
    const open = async () => {
      const made = await openRace();
      if (isOver) return;
      opened = made;
      made.sync.start();
      setRace(made);
    };
    void open().catch((error: unknown) => setFailure({ error }));
    return () => {
      isOver = true;
      opened?.sync.stop();
    };
  }, []);
  // A part of the code that did not arrive: the page around this one offers to load it again.
  if (failure !== null) throw failure.error;
  return race === null ? <EventSkeleton /> : <Race race={race} onLeave={onLeave} />;
}

/**
 * Capabilities of the race to try: timing alone. Everything that needs other people, a list of racers or an account is left
 * out, because the race is on no server.
 */
const may = (capability: Capability): boolean => capability === 'time';

function Race({ race: { sync, eventId }, onLeave }: TryRacePageProps & { readonly race: OpenedRace }) {
  const shown = useObservable(sync.event(eventId), null);
  useEffect(() => sync.followEvent(eventId), [sync, eventId]);
  const event = shown?.event ?? null;
  const open = useMemo(
    () => (shown === null || event === null ? null : { sync, eventId, event, shown, may }),
    [sync, eventId, event, shown],
  );
  if (open === null) return <EventSkeleton />;
  return (
    <>
      <Board
        event={open.event}
        open={open}
        isJoining={false}
        now={sync.clock.now}
        status={null}
        bar={(counters) => <Bar counters={counters} onLeave={onLeave} />}
        onOpenEvent={onLeave}
        onLeave={onLeave}
      />
      <section aria-labelledby="try-race-next" className="page pb-16">
        <div className="flex flex-col items-start gap-4 rounded-board bg-board p-6 text-on-board sm:p-8">
          <h2 id="try-race-next" className="heading text-24">
            That’s the whole timer.
          </h2>
          <p className="max-w-[52ch] text-on-board-2">
            This is a made-up race in your browser. We store nothing and send nothing, and it’s gone when you leave.
            With an account it’s on every helper’s phone and on every screen.
          </p>
          <Link to="/login?signup=true" className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Create Free Account
          </Link>
        </div>
      </section>
    </>
  );
}

function Bar({ counters, onLeave }: TryRacePageProps & { readonly counters: Counters }) {
  return (
    <header className="-mx-3 flex min-h-11 items-center md:-mx-2 md:min-h-14 md:gap-x-2">
      <Button variant="quiet" className="min-h-11! px-3!" onClick={onLeave}>
        <BackIcon />
        <span className="max-2xl:sr-only">Back</span>
      </Button>
      <div className="min-w-0 flex-1 pe-2 md:flex-none">
        <h1 className="heading line-clamp-1 text-16 leading-5 md:text-20 md:leading-8">{TRY_RACE_NAME}</h1>
        <p className="line-clamp-1 text-13 leading-4 text-ink-2">Only in this browser. Try it.</p>
      </div>
      <div className="me-3">
        <CounterLine counters={counters} out={0} watching={null} clock={null} />
      </div>
    </header>
  );
}
