import { plural } from '../../../../domain/language.ts';
import { useState } from 'react';
import { teamsOf } from '../../../../domain/results/read-teams.ts';
import type { Starter } from '../../../../domain/schedule/order.ts';
import { arrangeAt } from '../../../../domain/schedule/slots.ts';
import {
  checkPlan,
  type PlanProblem,
  readInterval,
  spreadStarts,
  usualInterval,
} from '../../../../domain/schedule/spread.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { durationMs } from '../../../../domain/units.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { firstStart } from '../../../event/print/list-words.ts';
import { nextRoundStart, StartMomentFields, useStartMoment } from './start-moment-fields.tsx';
import type { StartListActions } from './use-start-list.ts';

const PROBLEMS: Readonly<Record<PlanProblem, string>> = {
  'interval-too-short': 'An interval is at least 1 second. Racers who go together need a mass start.',
  'interval-too-long': 'An interval is at most 30 minutes.',
  'gap-not-possible': 'A gap is at most 3 hours.',
};
const INTERVALS = [
  { value: '15', label: '15 seconds' },
  { value: '30', label: '30 seconds' },
  { value: '60', label: '1 minute' },
  { value: '120', label: '2 minutes' },
];
const OTHER = { value: 'other', label: 'Another interval' };

export interface TimesDialogProps {
  readonly open: OpenEvent;
  readonly starters: readonly Starter[];
  readonly actions: StartListActions;
  readonly onClose: () => void;
}

export function TimesDialog({ open, starters, actions, onClose }: TimesDialogProps) {
  const { timeZone } = open.event;
  const now = open.sync.clock.now();
  const moment = useStartMoment(firstStart(starters) ?? nextRoundStart(now), timeZone);
  const usual = String((usualInterval(starters) ?? 60_000) / 1000);
  const [choice, setChoice] = useState(INTERVALS.some(({ value }) => value === usual) ? usual : OTHER.value);
  const [typed, setTyped] = useState(usual);
  const [gapText, setGap] = useState('0');
  const interval = readInterval(choice === OTHER.value ? typed : choice) ?? durationMs(NaN);
  const gap = readInterval(gapText) ?? durationMs(NaN);
  const problem = checkPlan({ interval, gap });
  const spread =
    moment.at === null ? null : spreadStarts(starters, { first: moment.at, interval, gap }, teamsOf(open.event));
  const times = spread?.ok ? spread.value : null;

  return (
    <Dialog
      open
      onClose={onClose}
      title="Start times"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={times === null || times.length === 0}
            onClick={() => {
              if (times !== null) actions.place(arrangeAt(starters, times), 'Start times set');
              onClose();
            }}
          >
            Set start times
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <StartMomentFields moment={moment} withTime />
        <div className="flex gap-3">
          <SelectField
            label="Interval"
            value={choice}
            options={[...INTERVALS, OTHER]}
            onChange={setChoice}
            className="min-w-0 flex-1"
          />
          {choice === OTHER.value && (
            <Field
              label="Seconds, or 1:30"
              inputMode="text"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              className="min-w-0 flex-1"
            />
          )}
        </div>
        <Field
          label="Gap between groups"
          hint="Seconds, or 2:00, added where the next racer is of another group. Late racers fit in there."
          value={gapText}
          onChange={(event) => setGap(event.currentTarget.value)}
        />
        {problem !== null && <Notice tone="bad">{PROBLEMS[problem]}</Notice>}
        {moment.at !== null && moment.at < now && (
          <Notice tone="info">This first start is in the past. You can set it anyway.</Notice>
        )}
        {times !== null && times.length > 0 && (
          <p role="status" className="digits text-18 font-[720]">
            {plural(times.length, '1 racer', `${times.length} racers`)}, {formatTimeOfDay(times[0]!, timeZone)} to{' '}
            {formatTimeOfDay(times.at(-1)!, timeZone)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
