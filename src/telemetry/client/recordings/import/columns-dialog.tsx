import { useState } from 'react';
import { CHANNEL_NAMES } from '../../../domain/channels.ts';
import type { ColumnMapping, ColumnMeaning, MappedColumn } from '../../../domain/column-mapping.ts';
import { unitsFor } from '../../../domain/table/units.ts';
import { Button } from '../../../../client/ui/button.tsx';
import { Dialog } from '../../../../client/ui/dialog.tsx';
import { Notice } from '../../../../client/ui/notice.tsx';
import { Select } from '../../../../client/ui/select.tsx';
import type { AskedTable } from './import-row.ts';

const WORDS: Partial<Record<ColumnMeaning, string>> = {
  ignore: 'Not used',
  time: 'Time',
  lap: 'Lap',
  lat: 'Latitude',
  lon: 'Longitude',
  elevation: 'Elevation',
  speed: 'Speed',
  distance: 'Distance',
  heartRate: 'Heart rate',
  cadence: 'Cadence',
  power: 'Power',
  temperature: 'Temperature',
  heading: 'Heading',
  fix: 'GPS fix',
  precision: 'GPS precision',
  accelX: 'Acceleration X',
  accelY: 'Acceleration Y',
  accelZ: 'Acceleration Z',
  throttle: 'Throttle',
  brake: 'Brake',
  engineSpeed: 'Engine speed',
  lean: 'Lean angle',
};

const MEANINGS: readonly ColumnMeaning[] = [
  'ignore',
  'time',
  'lat',
  'lon',
  ...CHANNEL_NAMES.filter((name) => name !== 'lat' && name !== 'lon'),
  'lap',
];
const MOST_ROWS = 3;

export interface ColumnsDialogProps {
  readonly title: string;
  readonly table: AskedTable;
  readonly onAnswer: (mapping: ColumnMapping) => void;
  readonly onClose: () => void;
}

/**
 * For a table whose columns are not recognised, or not all of them: a table that names no unit, or one that was read without
 * some of its columns. Columns that were recognised stay as they are unless they are changed here.
 */
export function ColumnsDialog({ title, table, onAnswer, onClose }: ColumnsDialogProps) {
  const { header, rows, taken } = table;
  const [columns, setColumns] = useState<readonly (MappedColumn | null)[]>(
    () => taken ?? header.map(() => ({ meaning: 'ignore' })),
  );
  const [isAsked, setIsAsked] = useState(false);
  const has = (meaning: ColumnMeaning) => columns.some((column) => column?.meaning === meaning);
  const isUnitAsked = taken?.some((column) => column !== null && isUnitMissing(column)) === true;
  const lacksUnit = columns.some((column) => column !== null && isUnitMissing(column));
  const isEnough = !lacksUnit && (taken !== undefined || has('time') || (has('lat') && has('lon')));
  const set = (index: number, column: MappedColumn) =>
    setColumns(columns.map((before, at) => (at === index ? column : before)));

  function answer(): void {
    if (!isEnough) return setIsAsked(true);
    const changed = header.flatMap((name, index) => {
      const column = columns[index] ?? null;
      return column === null || column === taken?.[index] ? [] : [[name, column] as const];
    });
    onAnswer(Object.fromEntries(changed));
  }

  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title="Which column is which?"
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="primary" onClick={answer}>
            Read the table
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        {taken === undefined ? (
          <>
            We don’t recognise the columns of <bdi>{title}</bdi>. Choose the time, the position if there is one, and
            whatever else you need. We’ll read tables with the same header like this from now on.
          </>
        ) : isUnitAsked ? (
          <>
            The speed in <bdi>{title}</bdi> has no unit. Choose it here. We’ll read tables with the same header like
            this from now on.
          </>
        ) : (
          <>
            This is how we read <bdi>{title}</bdi>. Change what is wrong, and say what the unused columns are.
          </>
        )}
      </p>
      {isAsked && !isEnough && (
        <Notice tone="bad" className="mt-3">
          {lacksUnit ? 'Choose the unit of the speed.' : 'Choose at least the time, or latitude and longitude.'}
        </Notice>
      )}
      <ul className="mt-3 divide-y divide-line">
        {header.map((name, index) => (
          <li key={index} className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_19rem]">
            <div className="min-w-0">
              <p className="truncate font-[650]">
                <bdi>{name.trim() || `Column ${index + 1}`}</bdi>
              </p>
              <p className="digits truncate text-14 text-ink-2">
                {rows
                  .slice(0, MOST_ROWS)
                  .map((row) => row[index] ?? '')
                  .filter((value) => value !== '')
                  .join(' · ')}
              </p>
            </div>
            {columns[index] == null ? (
              <p className="text-14 text-ink-2">Date, zone or the like</p>
            ) : (
              <MeaningSelect
                name={name.trim() || `column ${index + 1}`}
                column={columns[index]}
                onChange={(column) => set(index, column)}
              />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** A speed whose unit nobody has said yet. */
const isUnitMissing = ({ meaning, unit }: MappedColumn): boolean => meaning === 'speed' && unit === undefined;

interface MeaningSelectProps {
  readonly name: string;
  readonly column: MappedColumn;
  readonly onChange: (column: MappedColumn) => void;
}

function MeaningSelect({ name, column, onChange }: MeaningSelectProps) {
  const units = unitsFor(column.meaning);
  return (
    <div className="flex gap-2">
      <Select
        aria-label={`Meaning of ${name}`}
        value={column.meaning}
        onChange={(event) => {
          const meaning = event.currentTarget.value as ColumnMeaning;
          const [unit] = unitsFor(meaning);
          onChange({ meaning, ...(unit !== undefined && { unit }) });
        }}
        className="flex-1"
      >
        {MEANINGS.map((meaning) => (
          <option key={meaning} value={meaning}>
            {WORDS[meaning] ?? meaning}
          </option>
        ))}
      </Select>
      {units.length > 0 && (
        <Select
          aria-label={`Unit of ${name}`}
          value={column.unit ?? ''}
          onChange={(event) => onChange({ ...column, unit: event.currentTarget.value })}
        >
          {column.unit === undefined && (
            <option value="" disabled>
              {column.meaning === 'speed' ? 'Unit?' : 'Automatic'}
            </option>
          )}
          {units.map((unit) => (
            <option key={unit}>{unit}</option>
          ))}
        </Select>
      )}
    </div>
  );
}
