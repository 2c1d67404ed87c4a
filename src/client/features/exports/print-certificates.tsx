import { Fragment } from 'react';
import { describeCourse } from '../../../domain/events/course.ts';
import type { ExportRace, ExportRow } from '../../../domain/exports/export-race.ts';
import { withDecimalSign } from '../../../domain/language.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { formatDate } from '../../../domain/timing/local-time.ts';
import { describeAdjusted } from '../../leaderboard/adjusted-words.ts';
import type { Letterhead } from '../../../protocol/letterhead.ts';

export interface PrintCertificatesProps {
  readonly race: ExportRace;
  readonly racers: readonly ExportRow[];
  readonly letterhead: Letterhead;
}

/** As many as fill two lines. */
const MOST_LETTERS = 40;

/** A page for each racer, to be handed out and hung up. */
export function PrintCertificates({ race, racers, letterhead: { line, logo } }: PrintCertificatesProps) {
  return racers.map((racer) => (
    <article key={racer.racerId} className="print-certificate">
      {logo !== null && <img src={logo} alt="" />}
      {line !== '' && (
        <p>
          <bdi>{line}</bdi>
        </p>
      )}
      <h1>
        <bdi>{race.name}</bdi>
      </h1>
      <p>
        {formatDate(race.at, race.timeZone)}
        {describeCourse({ ...race, conditions: '' }).map((part) => (
          <Fragment key={part}>
            {' · '}
            <bdi>{part}</bdi>
          </Fragment>
        ))}
      </p>
      <p className={`print-name ${racer.name.length > MOST_LETTERS ? 'print-long' : ''}`}>
        <bdi>{racer.name}</bdi>
      </p>
      {(racer.club ?? racer.team) !== null && (
        <p>
          <bdi>{racer.club ?? racer.team}</bdi>
        </p>
      )}
      {racer.time !== null && (
        <p className="print-time">{withDecimalSign(formatDuration(racer.time, race.precision.unit))}</p>
      )}
      {race.by === 'adjusted' && racer.adjusted !== null && (
        <p className="print-adjusted">{withDecimalSign(describeAdjusted(racer.adjusted, race.precision.unit))}</p>
      )}
      {describePlace(race, racer).map((place) => (
        <p key={place}>{place}</p>
      ))}
      <p className="print-signed">
        <span>Timekeeper</span>
        <span>Organiser</span>
      </p>
    </article>
  ));
}

/** 'Place 2 of 40', and the same inside of the category. */
function describePlace({ rows }: ExportRace, { rank, categoryRank, category }: ExportRow): string[] {
  const finished = rows.filter((row) => row.rank !== null);
  const inCategory = finished.filter((row) => row.category === category).length;
  return [
    ...(rank === null ? [] : [`Place ${rank} of ${finished.length}`]),
    ...(category === null || categoryRank === null ? [] : [`${category}: place ${categoryRank} of ${inCategory}`]),
  ];
}
