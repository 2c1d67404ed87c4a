import { type FormEvent, useEffect, useState } from 'react';
import {
  describeDistance,
  distanceOf,
  type DistanceUnit,
  distanceUnits,
  readDistance,
} from '../../../../domain/events/course.ts';
import type { Course } from '../../../../domain/model/race-format.ts';
import { word, writePlain } from '../../../../domain/language.ts';
import { MAX_COURSE_METERS, MAX_GROUP_LENGTH, MAX_NAME_LENGTH } from '../../../../protocol/limits.ts';
import { ActionBar } from '../../../ui/action-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { setFormat } from '../../../event/record.ts';
import { useObservable } from '../../../sync/use-sync.ts';
import { listOwnEvents } from '../../../event/list-events.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { loadEvent } from '../../../event/load-event.ts';
import { takeWhenThere } from '../../../loading/take-when-there.ts';

const unitWords: Readonly<Record<DistanceUnit, string>> = { km: word('kilometres'), mi: word('miles') };

/** For the owner: which course, how long it is, and how the day was. */
export function CourseView({ open }: TimerViewProps) {
  const { event } = open;
  const { course, conditions } = event.format;
  // What is not typed here stays as it is in the event, also when that changes: the device's copy may be an old one.
  const [typedName, setName] = useState<string | null>(null);
  const [typedDistance, setDistance] = useState<string | null>(null);
  const [chosenUnit, setUnit] = useState<DistanceUnit | null>(null);
  const [typedConditions, setTold] = useState<string | null>(null);
  const name = typedName ?? course?.name ?? '';
  const distance = typedDistance ?? distanceText(course);
  const unit = chosenUnit ?? unitOf(course);
  const told = typedConditions ?? conditions;
  const [isSent, setIsSent] = useState(false);
  const earlier = useEarlierCourses(open).filter((each) => each.name !== name.trim());

  const isBlank = distance.trim() === '';
  const meters = isBlank ? null : readDistance(distance, unit);
  const isWrong = !isBlank && (meters === null || meters > MAX_COURSE_METERS);
  const needsName = !isBlank && name.trim() === '';

  function choose(chosen: Course): void {
    setName(chosen.name);
    setDistance(distanceText(chosen));
    setUnit(unitOf(chosen));
  }

  function submit(submitted: FormEvent): void {
    submitted.preventDefault();
    setIsSent(true);
    if (isWrong || needsName) return;
    const next = name.trim() === '' ? null : { name: name.trim(), meters };
    setFormat(open, 'Course and conditions saved', { course: next, conditions: told.trim() });
    setIsSent(false);
  }

  return (
    <>
      <p className="text-ink-2">
        Everyone who can see the results reads this above them, and on the printed sheets. A copy for next week keeps
        the course and leaves the conditions blank.
      </p>
      <form noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-4">
        <div>
          <Field
            label="Course"
            optional
            placeholder="Mill Lane out and back"
            value={name}
            maxLength={MAX_GROUP_LENGTH}
            dir="auto"
            autoComplete="off"
            hint="The same name every week joins the weeks. It’s how Pushoff finds earlier times on this course."
            error={isSent && needsName && 'Give the course a name, or leave the distance blank.'}
            onChange={(change) => setName(change.currentTarget.value)}
          />
          {earlier.length > 0 && (
            <ul aria-label="Courses of your earlier events" className="mt-2 flex flex-wrap gap-2">
              {earlier.map((each) => (
                <li key={each.name} className="max-w-full">
                  <Button className="max-w-full px-4!" onClick={() => choose(each)}>
                    <bdi className="truncate">{each.name}</bdi>
                    {each.meters !== null && (
                      <span className="digits shrink-0 font-normal text-ink-2">{describeDistance(each.meters)}</span>
                    )}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="grid grid-cols-2 gap-4">
          <Field
            label="Distance"
            optional
            inputMode="decimal"
            placeholder="16.1"
            className="digits"
            value={distance}
            maxLength={12}
            autoComplete="off"
            error={isSent && isWrong && 'Type a number, for example 16.1.'}
            onChange={(change) => {
              setDistance(change.currentTarget.value);
              setUnit(unit);
            }}
          />
          <SelectField
            label="Unit"
            value={unit}
            options={distanceUnits.map((value) => ({ value, label: unitWords[value] }))}
            onChange={(chosen) => setUnit(chosen as DistanceUnit)}
          />
        </div>
        <Field
          label="Conditions"
          optional
          placeholder="Dry, 14 °C, strong wind from the west"
          value={told}
          maxLength={MAX_NAME_LENGTH}
          dir="auto"
          autoComplete="off"
          onChange={(change) => setTold(change.currentTarget.value)}
        />
        <ActionBar>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </ActionBar>
      </form>
    </>
  );
}

const distanceText = (course: Course | null): string =>
  course === null || course.meters === null ? '' : writePlain(distanceOf(course.meters).value);

/** Clubs in Britain and America measure their courses in miles. */
function unitOf(course: Course | null): DistanceUnit {
  if (course !== null && course.meters !== null) return distanceOf(course.meters).unit;
  return /^en-(GB|US)/.test(navigator.language) ? 'mi' : 'km';
}

/** A club that rides several courses has been on each of them within these events. */
const EVENTS_LOOKED_AT = 12;

/** Courses of the user's earlier events, the latest first, each name once. A name that is typed anew joins no weeks. */
function useEarlierCourses({ sync, eventId }: OpenEvent): readonly Course[] {
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
