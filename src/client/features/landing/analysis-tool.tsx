import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Section } from './section.tsx';

const points = [
  {
    title: 'Opens what you have',
    text: 'GoPro video, GPX, FIT and CSV, however large. They are read in your browser, and no video is uploaded unless you choose to.',
  },
  {
    title: 'Lined up, and sure of it',
    text: 'Video and data are put together by their clocks or by their speed, with a figure that says how certain that is.',
  },
  {
    title: 'Two runs, one course',
    text: 'Laid over each other by where they were: the gap along the way, sector by sector, with both videos in step.',
  },
];

/** The section about the product's second tool. */
export function AnalysisTool() {
  return (
    <Section
      title="Where did that second go?"
      intro="The other half of Pushoff: video and telemetry of a run, side by side."
    >
      <ul className="grid gap-8 md:grid-cols-3">
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
