import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createDemoClock } from './demo-clock.ts';
import { DemoLeaderboard } from './demo-leaderboard.tsx';
import { DemoOnCourse } from './demo-on-course.tsx';
import { changesOf, DEMO_OPENS_AT, DEMO_RACERS, finishOf, lastChange, raceAt } from './demo-race.ts';
import { PauseButton } from './pause-button.tsx';
import { useInView } from './use-in-view.ts';

const changes = changesOf(DEMO_RACERS);
const opening = lastChange(changes, DEMO_OPENS_AT);

export function DemoBoard() {
  const figure = useRef<HTMLElement>(null);
  const [clock] = useState(createDemoClock);
  const [isPaused, setIsPaused] = useState(false);
  const isInView = useInView(figure);
  const isRunning = isInView && !isPaused;

  useEffect(() => {
    if (!isRunning) return;
    clock.start();
    return clock.stop;
  }, [clock, isRunning]);

  // The snapshot only changes when the board does, so React renders a few times a minute and not every frame.
  const moment = useSyncExternalStore(
    clock.subscribe,
    () => lastChange(changes, clock.now()),
    () => opening,
  );
  const { finished, onCourse } = raceAt(DEMO_RACERS, moment);
  const latest = finished.toSorted((a, b) => finishOf(b.racer) - finishOf(a.racer))[0];

  return (
    <figure ref={figure} className="rounded-board bg-board p-4 text-on-board shadow-board sm:p-6">
      <figcaption className="sr-only">
        A demo race of seven made-up racers. Those still on course have a running clock; each one who finishes moves to
        their rank on the leaderboard, with the gap to the leader. Two with the same time share a rank.
      </figcaption>
      <div className="flex items-center gap-2 pb-4 ps-3 sm:ps-0">
        <p aria-hidden className="min-w-0 flex-1 truncate font-semibold">
          Tuesday 10 · Mill Lane
        </p>
        <span className="rounded-full border border-board-line px-2.5 py-0.5 text-13 font-semibold whitespace-nowrap">
          Demo
        </span>
        <PauseButton
          pause="Pause the demo race"
          play="Play the demo race"
          isPaused={isPaused}
          onToggle={() => setIsPaused(!isPaused)}
          className="-my-2 -me-2 text-on-board-2 hover:bg-board-raised hover:text-on-board"
        />
      </div>
      <div aria-hidden>
        <DemoLeaderboard finished={finished} size={DEMO_RACERS.length} latestBib={latest?.racer.bib} />
        <div className="mt-4 flex items-baseline justify-between border-t border-board-line pt-3.5 pb-2.5 text-13 text-on-board-2">
          <span>Racers On Course</span>
          <span className="digits">
            Finished {finished.length} / {DEMO_RACERS.length}
          </span>
        </div>
        <DemoOnCourse onCourse={onCourse} clock={clock} />
      </div>
    </figure>
  );
}
