import { counted } from '../../../domain/language.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { formatDate } from '../../../domain/timing/local-time.ts';
import { durationMs, epochMs } from '../../../domain/units.ts';
import type { ShownResult } from '../../../protocol/history.ts';

export interface TimeChartProps {
  readonly title: string;
  /** The newest first. */
  readonly results: readonly ShownResult[];
}

type Timed = ShownResult & { readonly ms: number };

/** Room for the points at the edges, in per cent. */
const EDGE = 6;
const HIGH = 100 - 2 * EDGE;

/** Times over dates, the faster the higher. The table beside it says the same in words. */
export function TimeChart({ title, results }: TimeChartProps) {
  const timed = results.filter((each): each is Timed => each.ms !== null).toReversed();
  const [first, last] = [timed[0]!, timed.at(-1)!];
  const times = timed.map(({ ms }) => ms);
  const [fastest, slowest] = [Math.min(...times), Math.max(...times)];
  const x = ({ at }: Timed) => EDGE + (last.at === first.at ? 0.5 : (at - first.at) / (last.at - first.at)) * HIGH;
  const y = (ms: number) => EDGE + (slowest === fastest ? 0.5 : (ms - fastest) / (slowest - fastest)) * HIGH;
  const day = ({ at, event }: Timed) => formatDate(epochMs(at), event.timeZone);
  const label = `${title}: ${counted(timed.length, 'time', 'times')} from ${day(first)} to ${day(last)}, the fastest ${time(fastest)}`;
  return (
    <figure dir="ltr" className="rounded-card border border-line bg-card p-4 shadow-card">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div aria-hidden className="digits flex flex-col justify-between py-1.5 text-end text-13 text-ink-2">
          <span>{time(fastest)}</span>
          {slowest > fastest && <span>{time(slowest)}</span>}
        </div>
        <svg role="img" aria-label={label} className="h-44 w-full overflow-visible border-s border-b border-line">
          <line
            x1="0"
            x2="100%"
            y1={`${y(fastest)}%`}
            y2={`${y(fastest)}%`}
            className="stroke-line-strong"
            strokeDasharray="3 5"
          />
          {timed.slice(1).map((to, index) => (
            <line
              key={`line ${index}`}
              x1={`${x(timed[index]!)}%`}
              y1={`${y(timed[index]!.ms)}%`}
              x2={`${x(to)}%`}
              y2={`${y(to.ms)}%`}
              className="stroke-ink-2"
              strokeWidth="2"
            />
          ))}
          {timed.map((each, index) => (
            <circle
              key={`point ${index}`}
              cx={`${x(each)}%`}
              cy={`${y(each.ms)}%`}
              r={each.isBest ? 7 : 4.5}
              className={each.isBest ? 'fill-accent stroke-ink' : 'fill-ink stroke-card'}
              strokeWidth="2"
            >
              <title>{`${day(each)}: ${time(each.ms)}`}</title>
            </circle>
          ))}
        </svg>
        <div aria-hidden className="col-start-2 flex justify-between pt-1.5 text-13 text-ink-2">
          <span>{day(first)}</span>
          <span>{day(last)}</span>
        </div>
      </div>
    </figure>
  );
}

const time = (ms: number): string => formatDuration(durationMs(ms));
