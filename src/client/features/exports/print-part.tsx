import { useCallback, useState } from 'react';
import type { ExportRace, ExportRow } from '../../../domain/exports/export-race.ts';
import { counted } from '../../../domain/language.ts';
import { listStarters } from '../../../domain/schedule/order.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { PrintPages } from '../../ui/print/print-pages.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { OpenEvent } from '../../event/event-context.ts';
import { PrintStartList } from '../../event/print/print-start-list.tsx';
import { LetterheadPart, useLetterhead } from './letterhead-part.tsx';
import { PrintCertificates } from './print-certificates.tsx';
import { PrintResults } from './print-results.tsx';
import { Section } from '../../ui/section.tsx';

type What = 'results' | 'actual' | 'by-category' | 'start-list' | 'certificates';

/** Paper, or a PDF by the browser's own print dialog. */
export function PrintPart({ open, race }: { readonly open: OpenEvent; readonly race: ExportRace }) {
  const hasCategories = race.rows.some(({ category }) => category !== null);
  const [what, setWhat] = useState<What>('results');
  const [who, setWho] = useState('all');
  const [printing, setPrinting] = useState<EpochMs | null>(null);
  const onDone = useCallback(() => setPrinting(null), []);
  const letterhead = useLetterhead(open);
  const finished = race.rows.filter(({ time }) => time !== null);
  const racers = choose(finished, who);
  const isEmpty = what === 'certificates' ? racers.length === 0 : race.rows.length === 0;
  const options: { value: What; label: string }[] = [
    { value: 'results', label: race.by === 'adjusted' ? 'Results by adjusted time' : 'Results' },
    ...(race.by === 'adjusted' ? [{ value: 'actual' as const, label: 'Results by actual time' }] : []),
    ...(hasCategories ? [{ value: 'by-category' as const, label: 'Results by category' }] : []),
    { value: 'start-list', label: 'Start list' },
    { value: 'certificates', label: 'A certificate for each racer' },
  ];
  const starters = listStarters(open.event.entries);
  const pages: Record<What, () => React.ReactNode> = {
    results: () => <PrintResults race={race} by="all" at={printing!} />,
    actual: () => <PrintResults race={race} by="actual" at={printing!} />,
    'by-category': () => <PrintResults race={race} by="category" at={printing!} />,
    'start-list': () => <PrintStartList event={open.event} starters={starters} at={printing!} />,
    certificates: () => (
      <PrintCertificates race={race} racers={racers} letterhead={letterhead.answer ?? { line: '', logo: null }} />
    ),
  };
  return (
    <Section title="On paper or as PDF">
      <SelectField label="Print" value={what} onChange={(value) => setWhat(value as What)} options={options} />
      {what === 'certificates' && finished.length > 0 && (
        <SelectField
          label="For"
          value={who}
          onChange={setWho}
          options={[
            { value: 'all', label: `Everyone with a time (${finished.length})` },
            { value: 'first', label: 'The first three' },
            ...finished.map(({ racerId, name }) => ({ value: racerId, label: name })),
          ]}
        />
      )}
      {what === 'certificates' && <LetterheadPart open={open} letterhead={letterhead} name={racers[0]?.name ?? ''} />}
      <ActionBar>
        <Button size="lg" variant="primary" disabled={isEmpty} onClick={() => setPrinting(open.sync.clock.now())}>
          {what === 'certificates' && racers.length > 0
            ? `Print ${counted(racers.length, 'certificate', 'certificates')}`
            : 'Print'}
        </Button>
      </ActionBar>
      <p className="text-14 text-ink-2">
        {isEmpty
          ? what === 'certificates'
            ? 'You can print certificates for racers with a time. Nobody has one yet.'
            : 'There’s nobody in this race yet.'
          : 'Choose “Save as PDF” in the print window to get a file.'}
      </p>
      {printing !== null && (
        <PrintPages label="Pages for printing" onDone={onDone}>
          {pages[what]()}
        </PrintPages>
      )}
    </Section>
  );
}

/** Racers who share the third place get a certificate each. */
function choose(finished: readonly ExportRow[], who: string): readonly ExportRow[] {
  if (who === 'all') return finished;
  if (who === 'first') return finished.filter(({ rank, categoryRank }) => (categoryRank ?? rank ?? Infinity) <= 3);
  return finished.filter(({ racerId }) => racerId === who);
}
