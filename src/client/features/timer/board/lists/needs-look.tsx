import type { Doubt } from '../../../../../domain/timing/doubts.ts';
import { WarningIcon } from '../../../../ui/icons.tsx';
import { ChevronIcon } from '../../../../ui/tool-icons.tsx';
import { BoardSection } from './board-section.tsx';
import type { ShowDetails } from '../rows/racer-name.tsx';

/** For admins: times that only a person can settle. Nothing is shown when there are none. */
export function NeedsLook({ doubts, onShow }: { readonly doubts: readonly Doubt[]; readonly onShow: ShowDetails }) {
  if (doubts.length === 0) return null;
  return (
    <BoardSection title="Needs a look" aside={String(doubts.length)} empty="">
      <ul className="overflow-clip rounded-card border border-waiting bg-card shadow-card">
        {doubts.map((doubt) => (
          <li key={doubt.racer.entry.racerId} className="not-first:border-t not-first:border-line">
            <button
              type="button"
              onClick={() => onShow(doubt.racer.entry.racerId)}
              className="flex min-h-16 w-full items-center gap-3 px-3.5 py-2 text-left -outline-offset-4 hover:bg-soft"
            >
              <WarningIcon className="size-5 text-waiting-ink" />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate text-16 font-[650]">
                  {doubt.racer.entry.name}
                </span>
                <span className="block text-14 text-ink-2">{describeDoubt(doubt)}</span>
              </span>
              <ChevronIcon className="size-5 -rotate-90 text-ink-2" />
            </button>
          </li>
        ))}
      </ul>
    </BoardSection>
  );
}

function describeDoubt({ reasons, readings }: Doubt): string {
  const words = {
    waiting: 'finished, waiting for the start',
    impossible: 'finish before start',
    split: 'split outside of the ride',
  };
  return reasons
    .map((reason) => (reason === 'readings' ? `${readings} second reading${readings === 1 ? '' : 's'}` : words[reason]))
    .join(' · ');
}
