import { Section } from './section.tsx';

const safeguards = [
  {
    trouble: 'The signal goes',
    answer: 'Keep tapping. The phone saves every Start and Finish first, and sends it when the connection is back.',
  },
  {
    trouble: 'The browser closes',
    answer: 'Open it again. Your taps are still there, and the clocks haven’t missed a second.',
  },
  {
    trouble: 'Two people press Finish',
    answer: 'The first stands. The second stays beside it with the difference, and you decide which one counts.',
  },
  {
    trouble: 'A finish comes before its start',
    answer:
      'The phone at the start is still out of range. The finish waits for it, and the time appears when both are in.',
  },
  {
    trouble: 'You tap the wrong racer',
    answer: 'Undo it, or correct it later. Who changed what, and what it was before, stays on record.',
  },
  {
    trouble: 'A phone shows the wrong time',
    answer: 'Its times are corrected by exactly how far its clock was off. The original is kept.',
  },
];

export function Safeguards() {
  return (
    <div className="border-y border-line bg-card">
      <Section title="When the day goes wrong, the times don’t">
        <dl className="grid gap-x-12 md:grid-cols-2 lg:gap-x-16 lg:grid-cols-3">
          {safeguards.map(({ trouble, answer }) => (
            <div key={trouble} className="border-t border-line py-6">
              <dt className="text-20 font-[720]">{trouble}</dt>
              <dd className="mt-2 max-w-[52ch] text-pretty text-ink-2">{answer}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </div>
  );
}
