import type { EventState } from '../../../../domain/model/state.ts';
import type { Anomaly } from '../../../../domain/results/anomalies.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { ChevronIcon } from '../../../ui/tool-icons.tsx';
import { type AnomalyWords, describeAnomaly, type Place } from './anomaly-words.ts';
import type { SeenAnomalies } from './seen-anomalies.ts';

export interface AnomalyListProps {
  readonly event: EventState;
  readonly anomalies: readonly Anomaly[];
  readonly seen: SeenAnomalies;
  readonly onOpen: (place: Place) => void;
}

/** Each odd fact with the way to where it is mended, and a tick for the ones that are right as they are. */
export function AnomalyList({ event, anomalies, seen, onOpen }: AnomalyListProps) {
  return (
    <ul
      aria-label="What is odd"
      className="divide-y divide-line overflow-clip rounded-card border border-line bg-card shadow-card"
    >
      {anomalies.map((anomaly) => {
        const words = describeAnomaly(anomaly, event);
        const isSeen = seen.has(anomaly.id);
        return (
          <li key={anomaly.id} className="flex items-stretch">
            <Fact words={words} isSeen={isSeen} onOpen={onOpen} />
            <button
              type="button"
              aria-pressed={isSeen}
              aria-label={`Seen, it is right: ${words.title}`}
              onClick={() => seen.set(anomaly.id, !isSeen)}
              className={`flex min-h-16 w-24 shrink-0 flex-col items-center justify-center border-s border-line px-2 text-13 font-[650] -outline-offset-2 hover:bg-soft ${isSeen ? 'text-good' : 'text-ink-2'}`}
            >
              <CheckIcon className={`size-6 ${isSeen ? '' : 'opacity-30'}`} />
              {isSeen ? 'Seen' : 'It is right'}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface FactProps {
  readonly words: AnomalyWords;
  readonly isSeen: boolean;
  readonly onOpen: (place: Place) => void;
}

function Fact({ words: { title, why, place }, isSeen, onOpen }: FactProps) {
  const told = (
    <span className={`min-w-0 flex-1 ${isSeen ? 'text-ink-2' : ''}`}>
      <bdi className="block font-[650] [overflow-wrap:anywhere]">{title}</bdi>
      <span className="digits block text-14 text-ink-2 [overflow-wrap:anywhere]">{why}</span>
    </span>
  );
  const look = 'flex min-h-16 min-w-0 flex-1 items-center gap-2 px-3.5 py-2 text-start';
  if (place === null) return <div className={look}>{told}</div>;
  return (
    <button type="button" onClick={() => onOpen(place)} className={`${look} -outline-offset-2 hover:bg-soft`}>
      {told}
      <ChevronIcon className="size-5 shrink-0 -rotate-90 text-ink-2" />
    </button>
  );
}
