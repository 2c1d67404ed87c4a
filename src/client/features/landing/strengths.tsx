const strengths = [
  {
    word: 'One clock',
    title: 'Start here, finish there',
    text: 'Start on one phone, finish on another. Pushoff measures how far apart their clocks are, and says so.',
  },
  {
    word: 'No bars',
    title: 'Made for the hillside',
    text: 'Create, start and finish with no network. Every tap is on the phone at once, and on the server once, later.',
  },
  {
    word: 'One link',
    title: 'Helpers without accounts',
    text: 'Show a QR code. Helpers time, spectators watch, and you can take either right away again.',
  },
];

export function Strengths() {
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
