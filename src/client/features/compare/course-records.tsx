import { Link } from 'react-router';
import { counted, word } from '../../../domain/language.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { durationMs } from '../../../domain/units.ts';
import { type RecordsAnswer, recordsPath, type ShownRecord } from '../../../protocol/compare.ts';
import { racerPagePath } from '../../../protocol/history.ts';
import { useFetched } from '../../session/use-fetched.ts';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { dayOf } from './words.ts';

/** The fastest time ever on a course, of everybody and of each category, with its day. */
export function CourseRecords({ courseKey }: { readonly courseKey: string }) {
  const { answer, error } = useFetched<RecordsAnswer>(recordsPath(courseKey));
  if (error !== null) return <Notice tone="bad">{error.message}</Notice>;
  if (answer === null || answer.records.length === 0) return null;
  const { records, leftOut } = answer;
  return (
    <Section title="Course records" className="mt-10 flex flex-col gap-3">
      <table className="w-full border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-card text-16 shadow-card">
        <caption className="sr-only">Course records</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Category</th>
            <th scope="col">Racer</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record, index) => (
            <Row key={record.category ?? ''} record={record} edge={index === 0 ? '' : 'border-t border-line'} />
          ))}
        </tbody>
      </table>
      {leftOut > 0 && (
        <p className="text-14 text-ink-2">
          {`Without the oldest ${counted(leftOut, 'event', 'events')}, because we can’t read so many results at once.`}
        </p>
      )}
    </Section>
  );
}

function Row({ record, edge }: { readonly record: ShownRecord; readonly edge: string }) {
  const { category, ms, racerId, name, at, event } = record;
  return (
    <tr>
      <th scope="row" className={`px-4 py-2.5 text-start align-top font-[650] wrap-anywhere ${edge}`}>
        <bdi>{category ?? word('Overall')}</bdi>
      </th>
      <td className={`px-2 py-2.5 align-top ${edge}`}>
        <Link to={racerPagePath(racerId)} className="link -my-2 inline-block py-2 font-[650] wrap-anywhere">
          <bdi>{name}</bdi>
        </Link>
        <p className="text-14 text-ink-2">
          {dayOf({ at, timeZone: event.timeZone })}
          {' · '}
          <Link to={`/timer?eventId=${event.id}`} className="link wrap-anywhere">
            <bdi>{event.name}</bdi>
          </Link>
        </p>
      </td>
      <td className={`digits px-4 py-2.5 text-end align-top text-18 font-[720] whitespace-nowrap ${edge}`}>
        {formatDuration(durationMs(ms))}
      </td>
    </tr>
  );
}
