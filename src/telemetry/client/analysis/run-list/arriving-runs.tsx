import { plural } from '../../../../domain/language.ts';
import { Link } from '../../../../client/ui/link.tsx';
import type { ArrivingRun } from '../../run-sync/stored-run.ts';
import { useUnits, writeTime } from '../../recordings/units.ts';
import { writeDate, writeDistance } from '../../recordings/describe-run.ts';

const MOST_SHOWN = 12;

/** Runs that are on their way to this device, in short. Each can be opened before it is here. */
export function ArrivingRuns({ arriving }: { readonly arriving: readonly ArrivingRun[] }) {
  const units = useUnits();
  if (arriving.length === 0) return null;
  const more = arriving.length - MOST_SHOWN;
  return (
    <div className="mt-6">
      <p role="status" className="mb-2 text-14 font-[650] text-ink-2">
        {plural(arriving.length, 'One run is', `${arriving.length} runs are`)} on the way to this device
      </p>
      <ul aria-label="On the way" className="divide-y divide-line border-y border-line">
        {arriving.slice(0, MOST_SHOWN).map((run) => (
          <li key={run.id} className="py-2">
            <Link to={`/analysis/${run.id}`} className="link line-clamp-1 wrap-anywhere">
              <bdi>{run.name}</bdi>
            </Link>
            <p className="digits text-14 text-ink-2">
              {[
                writeDate(run.timestamp),
                ...('distance' in run && run.distance !== null ? [writeDistance(run.distance, units)] : []),
                ...(run.duration === null ? [] : [writeTime(run.duration, 0)]),
              ].join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-14 text-ink-2">and {more} more</p>}
    </div>
  );
}
