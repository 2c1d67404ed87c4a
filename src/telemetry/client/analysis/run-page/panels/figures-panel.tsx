import type { MeanAndMax, Summary } from '../../../../domain/summary.ts';
import { type Units, writeTime, writeValue } from '../../../recordings/units.ts';
import { Panel } from '../panel.tsx';
import { useOpenRun } from '../run-context.ts';
import { inOrder, useSectionFigures } from './section-figures.ts';

interface Row {
  readonly name: string;
  readonly write: (summary: Summary, units: Units) => string | null;
}

const mean = (pick: (summary: Summary) => MeanAndMax | null) => (summary: Summary) => pick(summary)?.mean ?? null;
const max = (pick: (summary: Summary) => MeanAndMax | null) => (summary: Summary) => pick(summary)?.max ?? null;
const row = (
  name: string,
  quantity: Parameters<typeof writeValue>[0],
  pick: (summary: Summary) => number | null,
): Row => ({
  name,
  write: (summary, units) => {
    const value = pick(summary);
    return value === null || Number.isNaN(value) ? null : writeValue(quantity, units, value);
  },
});

const CLIMB = 'Climb';
const CLIMB_STATED = 'Climb, by the device';
const UNKNOWN = '–';

const ROWS: readonly Row[] = [
  row('Distance', 'distance', ({ distance }) => distance),
  { name: 'Time', write: ({ duration }) => (duration === null ? null : writeTime(duration, 1)) },
  { name: 'Moving time', write: ({ moving }) => (moving === null ? null : writeTime(moving, 1)) },
  row(
    'Average speed',
    'speed',
    mean(({ speed }) => speed),
  ),
  row(
    'Max speed',
    'speed',
    max(({ speed }) => speed),
  ),
  row('Average pace', 'pace', ({ speed }) => (speed === null || speed.mean === 0 ? null : 1 / speed.mean)),
  row(CLIMB, 'elevation', ({ ascent }) => ascent),
  row('Descent', 'elevation', ({ descent }) => descent),
  row(
    'Average heart rate',
    'heartRate',
    mean(({ heartRate }) => heartRate),
  ),
  row(
    'Max heart rate',
    'heartRate',
    max(({ heartRate }) => heartRate),
  ),
  row(
    'Average power',
    'power',
    mean(({ power }) => power),
  ),
  row(
    'Max power',
    'power',
    max(({ power }) => power),
  ),
  row('Normalised power', 'power', ({ normalisedPower }) => normalisedPower),
  row(
    'Average cadence',
    'cadence',
    mean(({ cadence }) => cadence),
  ),
  row(
    'Average temperature',
    'temperature',
    mean(({ temperature }) => temperature),
  ),
];

/** The charts in figures: for exact numbers, and for screen readers. */
export function FiguresPanel() {
  const { model, units } = useOpenRun();
  const whole = inOrder(model).map(({ summary }) => summary);
  const part = useSectionFigures();
  const known = ROWS.filter(({ write }) => whole.some((summary) => write(summary, units) !== null));
  if (known.length === 0) return null;
  const cell = (summaries: readonly Summary[] | null, { write }: Row) =>
    summaries?.map((summary) => write(summary, units)).find((text) => text !== null) ?? UNKNOWN;
  const stated = model.main?.source.deviceAscent;
  const byDevice = stated === undefined ? UNKNOWN : writeValue('elevation', units, stated);
  const rows = known.flatMap((each) => [
    { name: each.name, run: cell(whole, each), section: cell(part, each) },
    // A device counts with a barometer of its own, and only for the whole ride.
    ...(each.name === CLIMB && stated !== undefined ? [{ name: CLIMB_STATED, run: byDevice, section: UNKNOWN }] : []),
  ]);
  return (
    <Panel title="Summary">
      <table className="w-full text-16">
        <caption className="sr-only">Summary of the run{part === null ? '' : ' and of the section'}</caption>
        <thead className={part === null ? 'sr-only' : 'text-14 text-ink-2'}>
          <tr>
            <th scope="col" className="sr-only">
              Figure
            </th>
            <th scope="col" className="pb-1 text-end font-[650]">
              Run
            </th>
            {part !== null && (
              <th scope="col" className="pb-1 ps-4 text-end font-[650] text-ink">
                Section
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((each) => (
            <tr key={each.name} className="border-t border-line first:border-t-0">
              <th scope="row" className="py-1.5 pe-3 text-start font-normal text-ink-2">
                {each.name}
              </th>
              <td className={`digits py-1.5 text-end whitespace-nowrap ${part === null ? 'font-[650]' : ''}`}>
                {each.run}
              </td>
              {part !== null && (
                <td className="digits py-1.5 ps-4 text-end font-[650] whitespace-nowrap">{each.section}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
