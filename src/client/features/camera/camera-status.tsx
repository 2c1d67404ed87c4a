import { useSyncExternalStore } from 'react';
import { word, writeDecimal } from '../../../domain/language.ts';
import type { FilmReport } from '../../camera/messages.ts';
import type { Observable } from '../../sync/observable.ts';

export interface CameraStatusProps {
  readonly report: Observable<FilmReport | null>;
  readonly uncertainty: (report: FilmReport) => number;
  readonly isCalibrated: boolean;
}

/** What the camera does is said all the time, each figure in its own place. */
export function CameraStatus({ report, uncertainty, isCalibrated }: CameraStatusProps) {
  const now = useSyncExternalStore(report.subscribe, report.getSnapshot);
  const rate = now?.interval === undefined ? null : 1_000 / now.interval;
  const figures = [
    {
      name: 'Frames a second',
      value: rate === null ? '–' : writeDecimal(rate, 1),
      unit: 'fps',
      isBad: rate !== null && rate < 24,
    },
    {
      name: 'Uncertainty of a time',
      value: now === null || rate === null ? '–' : `±${uncertainty(now)}`,
      unit: 'ms',
      isBad: !isCalibrated,
    },
    { name: 'Frames that are missing', value: String(now?.lost ?? 0), unit: word('missing', 'frames'), isBad: false },
    {
      name: 'Light',
      value: now === null ? '–' : `${Math.round((now.light / 255) * 100)}`,
      unit: `% ${word('light')}`,
      isBad: (now?.light ?? 99) < 30,
    },
  ];
  return (
    <dl aria-label="Camera" className="grid h-9 shrink-0 grid-cols-4 bg-board text-on-board">
      {figures.map(({ name, value, unit, isBad }) => (
        <div key={name} className="flex min-w-0 items-baseline justify-center gap-1 px-1 pt-2">
          <dt className="sr-only">{name}</dt>
          <dd className={`digits truncate text-14 font-[720] ${isBad ? 'text-waiting' : ''}`}>
            {value} <span className="text-13 font-[550] text-on-board-2">{unit}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
