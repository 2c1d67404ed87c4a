import type { ReactNode } from 'react';
import { CourseProfile, PROFILE_AT_QUARTERS } from './course-profile.tsx';
import { Section } from './section.tsx';

interface Step {
  readonly title: string;
  readonly text: string;
  /** A piece of the app as it looks at this step; a picture, not a control. */
  readonly glimpse: ReactNode;
}

const steps: readonly Step[] = [
  {
    title: 'Create',
    text: 'A new event is already named after today. Pick your racers from the list you keep, or from a group such as U18.',
    glimpse: <span className="digits font-semibold whitespace-nowrap text-ink-2">Race 06/10/2025 18:30</span>,
  },
  {
    title: 'Start',
    text: 'Press Start as each racer sets off. The phone takes the time as your finger comes down, not when the server hears of it.',
    glimpse: (
      <span className="flex h-14 items-center rounded-button border-2 border-ink bg-card px-7 text-18 font-[720]">
        Start
      </span>
    ),
  },
  {
    title: 'Finish',
    text: 'The running clock sits inside the button that stops it. One press, and the row slides to its rank on every board.',
    glimpse: (
      <span className="flex h-16 flex-col items-center justify-center rounded-button bg-accent px-7 leading-6 text-on-accent">
        <span className="text-18 font-[720]">Finish</span>
        <span className="digits font-bold">12:22</span>
      </span>
    ),
  },
  {
    title: 'Share',
    text: 'Spectators follow by link from wherever they stand. When everyone is in, take the results home as a CSV file.',
    glimpse: (
      <span className="flex h-12 items-center gap-3 rounded-button border border-line bg-card px-3 whitespace-nowrap shadow-card">
        <span className="digits rounded-bib bg-accent px-2 font-bold text-on-accent">#1</span>
        <span className="font-semibold">Ada Swift</span>
        <span className="digits font-bold">12:30.65</span>
      </span>
    ),
  },
];

export function RaceSteps() {
  return (
    <Section
      title="From the start line to the results"
      intro="Nothing to install. It runs in the browser of any phone."
    >
      <div aria-hidden className="relative h-24 sm:h-32 lg:mt-24 lg:h-48">
        <CourseProfile className="absolute inset-0 size-full text-ink-2 rtl:-scale-x-100" />
        {steps.map(({ title, glimpse }, index) => (
          <Flag key={title} quarter={index}>
            {glimpse}
          </Flag>
        ))}
      </div>
      <ol className="mt-8 grid max-lg:ms-2 max-lg:border-s-2 max-lg:border-line lg:grid-cols-4">
        {steps.map(({ title, text }) => (
          <li key={title} className="relative ps-7 max-lg:not-last:pb-8 lg:pe-8 lg:ps-0">
            <span
              aria-hidden
              className="absolute top-1.5 -start-[9px] size-4 rounded-full border-2 border-ink bg-paper lg:hidden"
            />
            <h3 className="text-20 font-[720]">{title}</h3>
            <p className="mt-2 max-w-[52ch] text-pretty text-ink-2">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** On wide screens the flag stands on the line of the course, right above its column. */
function Flag({ quarter, children }: { readonly quarter: number; readonly children: ReactNode }) {
  const top = `${PROFILE_AT_QUARTERS[quarter] ?? 0}%`;
  return (
    <div className="absolute hidden w-4 lg:block" style={{ insetInlineStart: `${quarter * 25}%`, top }}>
      <span className="absolute -top-2 start-0 size-4 rounded-full border-2 border-ink bg-paper" />
      <span className="absolute bottom-2 start-[7px] h-5 border-s-2 border-ink" />
      <div className="absolute bottom-7 start-0">{children}</div>
    </div>
  );
}
