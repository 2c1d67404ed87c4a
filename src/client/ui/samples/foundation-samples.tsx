import { Logo, LogoMark } from '../logo.tsx';
import { Row, Section } from './section.tsx';

const SWATCHES: readonly (readonly [name: string, className: string])[] = [
  ['paper', 'bg-paper text-ink'],
  ['card', 'bg-card text-ink'],
  ['soft', 'bg-soft text-ink'],
  ['ink-2 on soft', 'bg-soft text-ink-2'],
  ['line', 'bg-line text-ink'],
  ['accent', 'bg-accent text-on-accent'],
  ['waiting', 'bg-waiting text-on-waiting'],
  ['danger', 'bg-danger text-on-danger'],
  ['danger, as text', 'bg-card text-danger'],
  ['good, as text', 'bg-card text-good'],
  ['waiting-ink, as text', 'bg-card text-waiting-ink'],
  ['board', 'bg-board text-on-board'],
  ['on-board-2', 'bg-board text-on-board-2'],
  ['board-raised', 'bg-board-raised text-on-board'],
  ['inverse', 'bg-inverse text-on-inverse'],
  ['inverse-good', 'bg-inverse text-inverse-good'],
  ['inverse-bad', 'bg-inverse text-inverse-bad'],
];

export function Colours() {
  return (
    <Section title="Colour">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-6">
        {SWATCHES.map(([name, className]) => (
          <li
            key={name}
            className={`flex h-20 items-end rounded-card border border-line p-3 text-14 font-[550] ${className}`}
          >
            {name}
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Type() {
  return (
    <Section title="Type">
      <Row>
        <Logo />
        <LogoMark className="size-12" />
      </Row>
      <p className="heading text-44 sm:text-76">Never lose a finish.</p>
      <p className="heading mt-4 text-44">Heading 44</p>
      <p className="heading mt-2 text-32">Heading 32</p>
      <p className="heading mt-2 text-24">Heading 24</p>
      <p className="mt-4 text-20">Text 20. Press Start, press Finish; the board moves on every screen.</p>
      <p className="mt-2 text-18">Text 18. Press Start, press Finish; the board moves on every screen.</p>
      <p className="mt-2 text-16">
        Text 16, with a{' '}
        <a href="#type" className="link">
          link
        </a>
        .
      </p>
      <p className="mt-2 text-14 text-ink-2">Text 14, ink 2. Started 18:31:00.</p>
      <p className="mt-2 text-13 text-ink-2">Text 13, ink 2. 100 credits free.</p>
      <p className="digits mt-4 text-32 font-[720]">
        12:31.48
        <br />
        11:11.11
      </p>
    </Section>
  );
}
