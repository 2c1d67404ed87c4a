import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { LandingPicture, useIsWide, useLandingFile } from './landing-picture.tsx';
import { Section } from './section.tsx';

const points = [
  {
    title: 'Opens what you have',
    text: 'GoPro video, GPX, FIT and CSV, however large. Your browser reads them, and uploads no video unless you choose to.',
  },
  {
    title: 'Synced, with a confidence score',
    text: 'Pushoff lines up video and data by their clocks or by their speed, and says how certain that is.',
  },
  {
    title: 'Two runs, one course',
    text: 'Laid over each other by where they were, with the gap along the way, sector by sector, and both videos in step.',
  },
];

const WIDE = { width: 1280, height: 800 };
const TALL = { width: 780, height: 1240 };
const FRAME = 'rounded-card border border-line bg-card shadow-card';

/** The section about the product's second tool. Its pictures are made by `npm run pictures`. */
export function AnalysisTool() {
  const size = useIsWide() ? WIDE : TALL;
  const [run, compare] = [useLandingFile('run'), useLandingFile('compare')];
  return (
    <Section
      title="Where did that second go?"
      intro="The other half of Pushoff is video and telemetry of a run, side by side."
    >
      <div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
        <figure>
          <LandingPicture
            file={run}
            size={size}
            className={FRAME}
            alt="A run in the video tool. The video has speed, heart rate and power over it, the map beside it, and charts below that follow it."
          />
          <figcaption className="mt-3 text-14 text-ink-2">
            A GoPro video and the FIT file of a bike computer.
          </figcaption>
        </figure>
        <figure>
          <LandingPicture
            file={compare}
            size={size}
            className={FRAME}
            alt="Two runs compared, with which was faster and by how much, the course coloured by who gained where, and the gap along the way."
          />
          <figcaption className="mt-3 text-14 text-ink-2">
            Two GPX files of one course, and the gap along it.
          </figcaption>
        </figure>
      </div>
      <ul className="mt-10 grid gap-8 md:grid-cols-3 lg:mt-14">
        {points.map(({ title, text }) => (
          <li key={title}>
            <h3 className="text-20 font-[720]">{title}</h3>
            <p className="mt-2 max-w-[44ch] text-pretty text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
      <Link to="/analysis" className={`${buttonClass({ size: 'lg' })} mt-8 max-sm:w-full`}>
        Analyse a run
      </Link>
    </Section>
  );
}
