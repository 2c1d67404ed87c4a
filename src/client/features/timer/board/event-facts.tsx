import { Fragment } from 'react';
import { describeCourse } from '../../../../domain/events/course.ts';
import type { EventState } from '../../../../domain/events/state.ts';

/** The course and the conditions, for everybody who sees the board. Most events have neither, and no line. */
export function EventFacts({ event }: { readonly event: EventState }) {
  const told = describeCourse(event.format);
  if (told.length === 0) return null;
  return (
    <p className="pb-1 text-14 text-ink-2 [overflow-wrap:anywhere]">
      {told.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ' · '}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </p>
  );
}
