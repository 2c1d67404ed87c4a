import { filledEventsCovered } from '../../../domain/credits/coverage.ts';
import { EVENT_COST, RACER_COST, WELCOME_CREDITS } from '../../../domain/credits/prices.ts';
import { BoltIcon } from '../../ui/icons.tsx';

const EXAMPLE_RACERS = 10;

export function WelcomeCredits() {
  return (
    <div className="rounded-board bg-board p-6 text-on-board shadow-board">
      <p className="flex items-center gap-2">
        <BoltIcon className="size-6 text-accent" />
        <span className="digits text-32 font-[720]">{WELCOME_CREDITS}</span>
        <span className="text-18">credits free</span>
      </p>
      <p className="mt-2 text-on-board-2">
        An event costs {EVENT_COST} and a racer {RACER_COST}, so that is{' '}
        {filledEventsCovered(WELCOME_CREDITS, EXAMPLE_RACERS)} events with {EXAMPLE_RACERS} racers each. No card asked.
      </p>
    </div>
  );
}
