import { Link, useSearchParams } from 'react-router';
import { LEAST_RESULTS } from '../../../domain/history/progress.ts';
import { type ProgressAnswer, progressPath, type RacesAnswer } from '../../../protocol/compare.ts';
import { api } from '../../../protocol/routes.ts';
import { useFetched } from '../../session/use-fetched.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { LoadingRegion } from '../../ui/skeleton.tsx';
import { chooseWeeks, type CoachedCourse, listCourses } from './coach-choices.ts';
import { CourseRecords } from './course-records.tsx';
import { ProgressOfAll } from './progress-of-all.tsx';
import { dayOf } from './words.ts';

/** Page that shows which racers get faster on a course, on which part of it, over which weeks. */
export function CoachPage() {
  const { answer, error } = useFetched<RacesAnswer>(api.ownRaces);
  const courses = answer && listCourses(answer.races);
  return (
    <div className="page py-8 sm:py-12">
      <h1 className="heading text-32 sm:text-44">Coach</h1>
      <p className="mt-1 max-w-[60ch] text-ink-2">
        Who gets faster, on which part of the course, over which weeks. It says nothing of a racer with fewer than{' '}
        {LEAST_RESULTS} results.
      </p>
      <div className="mt-6">
        {error !== null && <Notice tone="bad">{error.message}</Notice>}
        {courses === null && error === null && <Waiting />}
        {courses?.length === 0 && (
          <EmptyState title="No course has a name yet">
            The course joins events. Open an event and give it one under More, Set up, Course. Three events on one
            course show the first trends.
          </EmptyState>
        )}
        {courses !== null && courses.length > 0 && <Chosen courses={courses} />}
      </div>
      <p className="mt-8">
        <Link to="/compare" className="link inline-flex min-h-11 items-center">
          One week against another: compare two events
        </Link>
      </p>
    </div>
  );
}

/** The choice is in the address: a coach comes back to the same weeks. */
function Chosen({ courses }: { readonly courses: readonly CoachedCourse[] }) {
  const [search, setSearch] = useSearchParams();
  const course = courses.find(({ key }) => key === search.get('course')) ?? courses[0]!;
  const { from, to } = chooseWeeks(course, search.get('from'), search.get('to'));
  const path = progressPath({ courseKey: course.key, from: from.at, to: to.at + 1 });
  const { answer, error } = useFetched<ProgressAnswer>(path);
  const choose = (more: Readonly<Record<string, string>>) =>
    setSearch({ course: course.key, from: from.id, to: to.id, ...more }, { replace: true });
  const days = course.races.map((race) => ({ value: race.id, label: `${dayOf(race)}, ${race.name}` }));
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
        <SelectField
          label="Course"
          className="min-w-0 sm:max-lg:col-span-2"
          value={course.key}
          options={courses.map(({ key, label }) => ({ value: key, label }))}
          onChange={(key) => setSearch({ course: key }, { replace: true })}
        />
        <SelectField
          label="From"
          className="min-w-0"
          value={from.id}
          options={days}
          onChange={(id) => choose({ from: id })}
        />
        <SelectField
          label="To"
          className="min-w-0"
          value={to.id}
          options={days}
          onChange={(id) => choose({ to: id })}
        />
      </div>
      <div className="mt-6">
        {error !== null && <Notice tone="bad">{error.message}</Notice>}
        {answer === null && error === null && <Waiting />}
        {answer !== null && <ProgressOfAll key={path} answer={answer} />}
      </div>
      <CourseRecords courseKey={course.key} />
    </>
  );
}

function Waiting() {
  return <LoadingRegion bars={['h-80']} />;
}
