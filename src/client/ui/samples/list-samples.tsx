import { Accordion } from '../accordion.tsx';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { LoadingRegion } from '../skeleton.tsx';
import { Table } from '../table.tsx';
import { Tabs } from '../tabs.tsx';
import { Section } from './section.tsx';

const RACERS = [
  { rank: '#1', name: 'Dana Petrov', group: 'U18 · Mill Lane CC', time: '12:31.48' },
  { rank: '#2', name: 'Eli Brandt', group: 'Senior · Hillside Wheelers', time: '12:44.02' },
  { rank: '#3', name: 'Chioma Okafor-Lindqvist', group: 'U18 · Mill Lane CC', time: '13:02.77' },
];

type Racer = (typeof RACERS)[number];

const COLUMNS = [
  { key: 'rank', header: 'Rank', cell: (racer: Racer) => racer.rank },
  { key: 'name', header: 'Racer', className: 'font-[650] whitespace-nowrap', cell: (racer: Racer) => racer.name },
  { key: 'group', header: 'Group', className: 'whitespace-nowrap text-ink-2', cell: (racer: Racer) => racer.group },
  { key: 'time', header: 'Duration', align: 'right' as const, className: 'digits', cell: (racer: Racer) => racer.time },
];

export function Lists() {
  const empty = (
    <EmptyState title="No racers yet" action={<Button variant="primary">Add a racer</Button>}>
      Add the first one, and they can start in any of your events.
    </EmptyState>
  );
  return (
    <Section title="Table, tabs, empty state, accordion">
      <Tabs
        label="Examples"
        tabs={[
          {
            id: 'rows',
            label: 'With rows',
            content: (
              <Table
                caption="Leaderboard"
                columns={COLUMNS}
                rows={RACERS}
                rowKey={(racer) => racer.rank}
                empty={empty}
              />
            ),
          },
          {
            id: 'empty',
            label: 'Empty',
            content: (
              <Table caption="Racers" columns={COLUMNS} rows={[]} rowKey={(racer) => racer.rank} empty={empty} />
            ),
          },
          { id: 'long', label: 'A tab with a long name', content: <p>Something else.</p> },
        ]}
      />
      <div className="mt-8">
        <Accordion
          items={[
            { question: 'What does it cost?', answer: 'An event costs 20 credits and a racer 3. Timing is free.' },
            {
              question: 'Does it work without signal?',
              answer: 'Yes. Every tap is on the phone at once and on the server later.',
            },
            { question: 'Who can watch?', answer: 'Anyone with the viewer link, without an account.' },
          ]}
        />
      </div>
    </Section>
  );
}

export function Waiting() {
  return (
    <Section title="Skeleton">
      <LoadingRegion
        label="Loading events"
        className="max-w-xl"
        bars={['h-8 w-2/3', 'mt-3 h-5 w-full', 'mt-2 h-5 w-5/6']}
      />
    </Section>
  );
}
