import { Fragment } from 'react';
import { describeCourse } from '../../../domain/events/course.ts';
import type { EventState } from '../../../domain/model/state.ts';
import { describeOfficial } from '../../../domain/results/official-since.ts';

/** The course, the conditions, and since when results are official. Most events have none of it, and no line. */
export function EventFacts({ format, official, timeZone }: Pick<EventState, 'format' | 'official' | 'timeZone'>) {
  const told = describeCourse(format);
  if (told.length === 0 && official === null) return null;
  return (
    <div className="pb-1 text-14 text-ink-2 [overflow-wrap:anywhere]">
      <p>
        {told.map((part, index) => (
          <Fragment key={part}>
            {index > 0 && ' · '}
            <bdi>{part}</bdi>
          </Fragment>
        ))}
      </p>
      {official && (
        <p>
          <b className="font-[650] text-ink">{describeOfficial(official, timeZone)}</b>
          {official.note !== '' && (
            <>
              {' · '}
              <bdi>{official.note}</bdi>
            </>
          )}
        </p>
      )}
    </div>
  );
}
