import { useEffect, useState } from 'react';
import type { Course } from '../../../../domain/model/race-format.ts';
import { useObservable } from '../../../sync/use-sync.ts';
import { listOwnEvents } from '../../../event/list-events.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { loadEvent } from '../../../event/load-event.ts';
import { takeWhenThere } from '../../../loading/take-when-there.ts';

/** A club that rides several courses has been on each of them within these events. */
const EVENTS_LOOKED_AT = 12;

/** Courses of the user's earlier events, the latest first, each name once. A name that is typed anew joins no weeks. */
export function useEarlierCourses({ sync, eventId }: OpenEvent): readonly Course[] {
  const account = useObservable(sync.account, null);
  const [courses, setCourses] = useState<readonly Course[]>([]);
  const ids = listOwnEvents(account?.events ?? [], '', 'newest')
    .filter(({ id }) => id !== eventId)
    .slice(0, EVENTS_LOOKED_AT)
    .map(({ id }) => id)
    .join(' ');
  useEffect(() => {
    const found = ids === '' ? [] : ids.split(' ').map((id) => loadEvent(sync, id));
    return takeWhenThere(Promise.all(found), (events) => {
      const byName = new Map<string, Course>();
      for (const course of events.flatMap((event) => event?.format.course ?? [])) {
        if (!byName.has(course.name)) byName.set(course.name, course);
      }
      setCourses([...byName.values()]);
    });
  }, [sync, ids]);
  return courses;
}
