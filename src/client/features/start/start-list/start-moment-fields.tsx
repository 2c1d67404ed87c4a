import { useState } from 'react';
import { readStartMoment } from '../../../../domain/schedule/start-moment.ts';
import { formatIsoDate, formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { type EpochMs, epochMs } from '../../../../domain/units.ts';
import { Field } from '../../../ui/field.tsx';

const FIVE_MINUTES = 300_000;

/** A list is prepared ahead: the next full five minutes after a quarter of an hour. */
export const nextRoundStart = (now: EpochMs): EpochMs =>
  epochMs(Math.ceil((now + 3 * FIVE_MINUTES) / FIVE_MINUTES) * FIVE_MINUTES);

export interface StartMoment {
  readonly day: string;
  readonly time: string;
  /** Null where day and time are no moment in this zone. */
  readonly at: EpochMs | null;
  readonly set: (part: { readonly day?: string; readonly time?: string }) => void;
}

export function useStartMoment(first: EpochMs, timeZone: string): StartMoment {
  const [typed, setTyped] = useState(() => ({
    day: formatIsoDate(first, timeZone),
    time: formatTimeOfDay(first, timeZone),
  }));
  const read = readStartMoment(typed.day, typed.time, timeZone);
  return { ...typed, at: read.ok ? read.value : null, set: (part) => setTyped({ ...typed, ...part }) };
}

export interface StartMomentFieldsProps {
  readonly moment: StartMoment;
  readonly withTime: boolean;
}

export function StartMomentFields({ moment, withTime }: StartMomentFieldsProps) {
  return (
    <div className="flex gap-3">
      <Field
        label="Day"
        type="date"
        value={moment.day}
        onChange={(event) => moment.set({ day: event.currentTarget.value })}
        className="min-w-0 flex-1"
      />
      {withTime && (
        <Field
          label="First start"
          type="time"
          step={1}
          value={moment.time}
          error={moment.at === null ? 'Type a time like 18:30:00.' : undefined}
          onChange={(event) => moment.set({ time: event.currentTarget.value })}
          className="min-w-0 flex-1"
        />
      )}
    </div>
  );
}
