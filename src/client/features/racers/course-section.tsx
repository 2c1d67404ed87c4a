import { Link } from 'react-router';
import { describeCourse } from '../../../domain/events/course.ts';
import { describeMarks, describeSince } from '../../../domain/history/words.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { formatDate } from '../../../domain/timing/local-time.ts';
import { durationMs, epochMs } from '../../../domain/units.ts';
import type { ShownCourse, ShownResult } from '../../../protocol/history.ts';
import { guestPath } from '../../../protocol/routes.ts';
import { TimeChart } from './time-chart.tsx';

export interface CourseSectionProps {
  readonly course: ShownCourse;
  readonly isOwn: boolean;
}

export function CourseSection({ course: { course, best, results }, isOwn }: CourseSectionProps) {
  const timed = results.filter(({ ms }) => ms !== null).length;
  const title = course === null ? 'Events without a course' : describeCourse({ course, conditions: '' }).join(' · ');
  return (
    <section aria-label={title} className="mt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 dir="auto" className="heading text-24">
          {title}
        </h2>
        {best !== null && (
          <p className="text-ink-2">
            Best <b className="digits text-18 text-ink">{time(best.ms)}</b>
          </p>
        )}
      </div>
      {course === null && (
        <p className="mt-1 max-w-[60ch] text-ink-2">
          These events have no course, so we don’t compare their times.
          {isOwn && ' Set the course of an event to compare its times.'}
        </p>
      )}
      <div className="mt-3 grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        {course !== null && timed > 1 && <TimeChart title={title} results={results} />}
        <table className="w-full border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-card text-16 shadow-card">
          <caption className="sr-only">Results: {title}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Event</th>
              <th scope="col">Time</th>
            </tr>
          </thead>
          <tbody>
            {results.map((result, index) => (
              <Row
                key={`${result.at} ${index}`}
                result={result}
                isOwn={isOwn}
                isOnly={timed === 1}
                isFirst={index === 0}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface RowProps {
  readonly result: ShownResult;
  readonly isOwn: boolean;
  /** The only time on the course is no best of anything. */
  readonly isOnly: boolean;
  readonly isFirst: boolean;
}

function Row({ result, isOwn, isOnly, isFirst }: RowProps) {
  const { event, at, ms, runs, status, isBest } = result;
  const [first = isBest && !isOnly ? 'Personal best' : undefined, ...rest] = describeMarks(result);
  const since = result.fastestSince === null ? [] : [describeSince(result.fastestSince, at, event.timeZone)];
  const edge = isFirst ? '' : 'border-t border-line';
  return (
    <tr>
      <th scope="row" className={`px-4 py-2.5 text-start font-normal ${edge}`}>
        <EventName event={event} isOwn={isOwn} />
        <p className="text-14 text-ink-2">
          {formatDate(epochMs(at), event.timeZone)}
          {event.conditions !== '' && (
            <>
              {' · '}
              <bdi className="wrap-anywhere">{event.conditions}</bdi>
            </>
          )}
        </p>
        {(first !== undefined || since.length > 0) && (
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-14 font-[650]">
            {first !== undefined && (
              <span className={isBest ? 'rounded-bib bg-accent px-1.5 text-on-accent' : ''}>{first}</span>
            )}
            {[...rest, ...since].map((mark) => (
              <span key={mark}>{mark}</span>
            ))}
          </p>
        )}
      </th>
      <td className={`digits px-4 py-2.5 text-end align-top whitespace-nowrap ${edge}`}>
        <span className={`text-18 ${isBest && !isOnly ? 'font-[820]' : 'font-[650]'}`}>
          {ms === null ? status : time(ms)}
        </span>
        {runs.length > 1 && (
          <span className="block text-13 text-ink-2">
            {runs.map((run, index) => (
              <span key={index} className="block">
                Heat {index + 1}: {time(run)}
              </span>
            ))}
          </span>
        )}
      </td>
    </tr>
  );
}

function EventName({ event, isOwn }: { readonly event: ShownResult['event']; readonly isOwn: boolean }) {
  const { id, name, viewerKey } = event;
  if (id === null) return <span className="font-[650] text-ink-2">Event that isn’t public</span>;
  const path = isOwn || viewerKey === null ? `/timer?eventId=${id}` : guestPath(id, 'viewer', viewerKey);
  return (
    <Link to={path} className="link -my-2 inline-block py-2 font-[650] wrap-anywhere">
      <bdi>{name}</bdi>
    </Link>
  );
}

const time = (ms: number): string => formatDuration(durationMs(ms));
