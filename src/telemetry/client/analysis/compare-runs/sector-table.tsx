import { useState } from 'react';
import type { Comparison, Sector } from '../../../domain/compare/compare.ts';
import { SelectField } from '../../../../client/ui/select-field.tsx';
import { Table, type TableColumn } from '../../../../client/ui/table.tsx';
import { CutName } from '../../../../client/ui/cut-name.tsx';
import { measureOf, useUnits, writeTime } from '../../recordings/units.ts';
import { writeDelta } from './write-delta.ts';

const COUNTS = [2, 3, 4, 5, 6, 8, 10];
/** Smaller differences cannot be read on the screen and count as none. */
const LEVEL_SECONDS = 0.0005;

export interface SectorTableProps {
  readonly comparison: Comparison;
  readonly nameA: string;
  readonly nameB: string;
}

export function SectorTable({ comparison, nameA, nameB }: SectorTableProps) {
  const [count, setCount] = useState(3);
  const { convert, write, unit } = measureOf('distance', useUnits());
  const rows = comparison.sectors(count).map((sector, index) => ({ ...sector, number: index + 1 }));
  const columns: TableColumn<Sector & { number: number }>[] = [
    {
      key: 'sector',
      header: 'Sector',
      cell: ({ number, from, to }) => (
        <>
          <span className="font-[650]">{number}</span>
          <span className="digits block text-13 whitespace-nowrap text-ink-2">
            {write(convert(from))}–{write(convert(to))} {unit}
          </span>
        </>
      ),
    },
    // Before the times: on a phone the difference must be seen without moving the table.
    {
      key: 'difference',
      header: 'Difference',
      align: 'right',
      cell: ({ difference }) => <span className="digits font-[720]">{writeDelta(difference)}</span>,
    },
    { key: 'a', header: <Name name={nameA} other={nameB} />, align: 'right', cell: ({ a }) => <Time seconds={a} /> },
    { key: 'b', header: <Name name={nameB} other={nameA} />, align: 'right', cell: ({ b }) => <Time seconds={b} /> },
    {
      key: 'won',
      header: 'Won by',
      cell: ({ difference }) =>
        Math.abs(difference) < LEVEL_SECONDS ? (
          'Level'
        ) : (
          <Name name={difference > 0 ? nameA : nameB} other={difference > 0 ? nameB : nameA} />
        ),
    },
  ];
  return (
    <section aria-label="Sectors" className="flex flex-col gap-3">
      <div className="flex items-end justify-between gap-4">
        <h2 className="heading text-24">Sectors</h2>
        <SelectField
          label="How many"
          className="w-28"
          value={String(count)}
          onChange={(value) => setCount(Number(value))}
          options={COUNTS.map((value) => ({ value: String(value), label: String(value) }))}
        />
      </div>
      <Table caption="Sectors" columns={columns} rows={rows} rowKey={({ number }) => String(number)} empty={null} />
    </section>
  );
}

function Name({ name, other }: { readonly name: string; readonly other: string }) {
  return (
    <span className="inline-block max-w-36 align-bottom">
      <CutName name={name} others={[other]} />
    </span>
  );
}

function Time({ seconds }: { readonly seconds: number }) {
  return <span className="digits">{writeTime(seconds, 3)}</span>;
}
