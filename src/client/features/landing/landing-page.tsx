import { AnalysisTool } from './analysis-tool.tsx';
import { Costs } from './costs.tsx';
import { Faq } from './faq.tsx';
import { Hero } from './hero.tsx';
import { RaceSteps } from './race-steps.tsx';
import { ResultsFile } from './results-file.tsx';
import { Safeguards } from './safeguards.tsx';
import { TwoPhones } from './two-phones.tsx';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { CourseProfile } from './course-profile.tsx';

export function LandingPage() {
  return (
    <>
      <Hero />
      <Strengths />
      <TwoPhones />
      <RaceSteps />
      <Safeguards />
      <ResultsFile />
      <AnalysisTool />
      <Costs />
      <Faq />
      <Closing />
    </>
  );
}

function Closing() {
  return (
    <section aria-labelledby="closing" className="page pb-16 lg:pb-24">
      <div className="relative overflow-hidden rounded-board bg-board px-6 pt-12 pb-28 text-on-board sm:px-10 lg:px-16 lg:pt-20 lg:pb-44">
        <h2 id="closing" className="heading max-w-[16ch] text-32 sm:text-44">
          The next racer is on the line.
        </h2>
        <p className="mt-4 max-w-[44ch] text-18 text-on-board-2">
          Make an account, add a few names, and time a lap around the car park. It needs no card.
        </p>
        <div className="relative mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
          <Link to="/login?signup=true" className={buttonClass({ variant: 'primary', size: 'lg' })}>
            Create Free Account
          </Link>
          <Link to="/login" className="link py-3 font-semibold">
            Sign In
          </Link>
        </div>
        <CourseProfile className="absolute inset-x-0 bottom-0 h-24 w-full text-on-board-2 lg:h-40" />
      </div>
    </section>
  );
}

const strengths = [
  {
    word: 'One clock',
    title: 'Start here, finish there',
    text: 'Start on one phone, finish on another. Pushoff measures how far apart their clocks are, and says so.',
  },
  {
    word: 'No bars',
    title: 'Made for the hillside',
    text: 'Create, start and finish with no network. Every tap is saved on the phone first, and sent once, later.',
  },
  {
    word: 'One link',
    title: 'Helpers without accounts',
    text: 'Show a QR code. Helpers time, spectators watch, and you can take either right away again.',
  },
];

function Strengths() {
  return (
    <section aria-label="What Pushoff does" className="page">
      <ul className="grid border-t border-line max-md:divide-y max-md:divide-line md:grid-cols-3 md:divide-x md:divide-line">
        {strengths.map(({ word, title, text }) => (
          <li key={word} className="py-8 md:px-6 md:py-12 md:first:ps-0 md:last:pe-0 lg:px-8">
            <h2>
              <span className="heading block text-32 lg:text-44">{word}</span>
              <span className="mt-3 block text-20 font-[720]">{title}</span>
            </h2>
            <p className="mt-2 max-w-[40ch] text-pretty text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
