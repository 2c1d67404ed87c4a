import { Link } from 'react-router';
import { counted, plural, word } from '../../../domain/language.ts';
import { writeValue } from '../../../domain/series/write-value.ts';
import type { RacerSeries, RacerSeriesAnswer, RacerStanding } from '../../../protocol/history.ts';
import { seriesPagePath } from '../../../protocol/series-paths.ts';

/** Where the racer stands in each series, in all its tables. Nothing for a racer who is in none. */
export function RacerSeriesSection({ answer: { series, isCut } }: { readonly answer: RacerSeriesAnswer }) {
  if (series.length === 0) return null;
  return (
    <section aria-labelledby="racer-series" className="mt-8">
      <h2 id="racer-series" className="heading text-24">
        Series
      </h2>
      <ul className="mt-3 divide-y divide-line rounded-card border border-line bg-card shadow-card">
        {series.map((each, index) => (
          <li
            key={each.id ?? index}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-2.5"
          >
            <SeriesName series={each} />
            <ul>
              {each.standings.map((standing) => (
                <li key={standing.category ?? String(standing.isOverall)} className="sm:text-end">
                  <Standing series={each} standing={standing} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {isCut && <p className="mt-2 text-14 text-ink-2">This list has only the newest series.</p>}
    </section>
  );
}

function SeriesName({ series: { id, name } }: { readonly series: RacerSeries }) {
  if (id === null) return <bdi className="font-[650] wrap-anywhere">{name}</bdi>;
  return (
    <Link to={seriesPagePath(id)} className="link -my-2 inline-block py-2 font-[650] wrap-anywhere">
      <bdi>{name}</bdi>
    </Link>
  );
}

interface StandingProps {
  readonly series: RacerSeries;
  readonly standing: RacerStanding;
}

function Standing({ series, standing }: StandingProps) {
  const { rank, ranked, scores } = standing;
  const label = labelOf(series, standing);
  return (
    <>
      {label !== null && <bdi>{label}: </bdi>}
      {rank === null ? (
        <span className="text-ink-2">no place yet, needs {series.minimum} events</span>
      ) : (
        <>
          <b className="digits text-18">#{rank}</b> <span className="text-ink-2">of {ranked}</span>
        </>
      )}
      {' · '}
      <span className="digits">{sayTotal(series, standing.total)}</span>
      {' · '}
      <span className="text-ink-2">{counted(scores, 'event', 'events')}</span>
    </>
  );
}

/** Where a series has one table for everybody, nothing need be said. Readers by link are not told the category. */
function labelOf({ standings }: RacerSeries, { category, isOverall }: RacerStanding): string | null {
  if (isOverall) return standings.length > 1 ? word('Overall') : null;
  return category ?? word('In the category');
}

function sayTotal({ scoring, isAdjusted }: RacerSeries, total: number): string {
  const text = writeValue(total, { scoring: { kind: scoring } });
  if (scoring === 'time') return isAdjusted ? `${text} adjusted` : text;
  return scoring === 'percent' ? `${text} per cent` : plural(total, `${text} point`, `${text} points`);
}
