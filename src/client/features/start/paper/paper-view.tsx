import { useMemo, useState } from 'react';
import { attemptNow, type Entry, type EventState, timeOf } from '../../../../domain/model/state.ts';
import { counted } from '../../../../domain/language.ts';
import { byEntry } from '../../../../domain/results/lists.ts';
import { readResults } from '../../../../domain/results/read-results.ts';
import { formatExactTime, parseTimeOfDay } from '../../../../domain/timing/parse-time.ts';
import { type PaperClock, readPaper } from '../../../../domain/board/read-paper.ts';
import { ActionBar } from '../../../ui/action-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { showUndo } from '../../../ui/undo-bar.tsx';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { CameraSign } from './camera-sign.tsx';
import { PaperSheet } from './paper-sheet.tsx';
import { record } from '../../../event/record.ts';
import { Section } from '../../../ui/section.tsx';

/** What a race needs on paper: the back-up to print before it, a quick way to type it in after, and the sign at a camera. */
export function PaperView({ open }: TimerViewProps) {
  const { event } = open;
  const [isSign, setSign] = useState(false);
  const entries = useMemo(
    () =>
      readResults(event)
        .toSorted(byEntry)
        .map(({ entry }) => entry),
    [event],
  );
  return (
    <>
      <Section title="Print it">
        <p className="text-ink-2">One sheet for each line. Write the number and the time by the clock.</p>
        <Button size="lg" onClick={() => print()}>
          Print the sheet
        </Button>
      </Section>
      <Section title="Sign at the finish camera">
        <p className="text-ink-2">
          Does a phone film the finish? Hang up the sign where people see it before they’re filmed.
        </p>
        <Button size="lg" onClick={() => setSign(true)}>
          Print the sign
        </Button>
      </Section>
      <TypeIn open={open} entries={entries} />
      {/* One at a time: every sheet that stands beside the page is printed. */}
      {isSign ? (
        <CameraSign event={event} onDone={() => setSign(false)} />
      ) : (
        <PaperSheet name={event.name} entries={entries} />
      )}
    </>
  );
}

function TypeIn({ open, entries }: Pick<TimerViewProps, 'open'> & { readonly entries: readonly Entry[] }) {
  const { event, eventId, sync } = open;
  const { timeZone } = event;
  const [text, setText] = useState('');
  const [line, setLine] = useState('finish');
  const [watchFrom, setWatchFrom] = useState('');
  const near = useMemo(() => nearOf(event) ?? sync.clock.now(), [event, sync]);
  const started = watchFrom.trim() === '' ? null : parseTimeOfDay(watchFrom, timeZone, near);
  const clock: PaperClock = started?.ok === true ? { kind: 'watch', from: started.value } : { kind: 'clock', near };
  const { times, problems } = readPaper(text, entries, timeZone, clock);
  const isWatchWrong = started?.ok === false;

  async function enter() {
    const tapIds: string[] = [];
    const attempt = attemptNow(event);
    for (const { entry, at } of times) {
      const { command } = await sync.recordForEvent(eventId, {
        type: 'tap.enter',
        line,
        racerId: entry.racerId,
        to: at,
        ...(attempt > 1 && { attempt }),
      });
      tapIds.push(command.id);
    }
    // Lines with a problem stay in the field: they are still to be mended.
    setText(problems.map((problem) => problem.text).join('\n'));
    const back = tapIds.map((tapId) => ({ type: 'tap.undo', tapId }) as const);
    showUndo({ message: `${counted(tapIds.length, 'time', 'times')} typed in`, undo: () => record(open, back) });
  }

  return (
    <Section title="Type it in">
      <SelectField
        label="Line"
        value={line}
        onChange={setLine}
        options={[
          { value: 'start', label: 'Start' },
          ...event.race.points.map((point) => ({ value: point.line, label: point.name })),
          { value: 'finish', label: 'Finish' },
        ]}
      />
      <Field
        label="Stopwatch started at"
        optional
        hint="Leave it empty if you read the times from a clock."
        placeholder="10:00:00"
        inputMode="numeric"
        value={watchFrom}
        error={isWatchWrong ? 'Write it as 10:00:00.' : undefined}
        onChange={(change) => setWatchFrom(change.currentTarget.value)}
      />
      <label className="flex flex-col gap-1.5 text-14 font-[650]">
        Numbers and times, one pair a line
        <textarea
          value={text}
          rows={8}
          spellCheck={false}
          placeholder={'12 10:31:48.2\n7 10:32:05'}
          onChange={(change) => setText(change.currentTarget.value)}
          className="digits rounded-button border border-line-strong bg-card px-4 py-3 text-18 font-normal"
        />
      </label>
      {problems.length > 0 && (
        <ul className="flex flex-col gap-1 text-danger" aria-live="polite">
          {problems.map((problem) => (
            <li key={problem.line}>
              Line {problem.line}: <bdi>{problem.text}</bdi>. {problem.why}
            </li>
          ))}
        </ul>
      )}
      {times.length > 0 && (
        <ul className="digits text-14 text-ink-2">
          {times.map(({ line: number, entry, at }) => (
            <li key={number}>
              {entry.bib} <bdi>{entry.name}</bdi> · {formatExactTime(at, timeZone)}
            </li>
          ))}
        </ul>
      )}
      <ActionBar>
        <Button size="lg" variant="primary" disabled={times.length === 0 || isWatchWrong} onClick={() => void enter()}>
          {times.length === 0 ? 'Type in times' : `Type in ${counted(times.length, 'time', 'times')}`}
        </Button>
      </ActionBar>
      <p className="text-14 text-ink-2">
        We mark times from paper as entered by hand. If a racer already has a time, the one on the board stays, and the
        other goes beside it.
      </p>
    </Section>
  );
}

/** The day of the sheet: that of the last tap. Without taps it is today. */
function nearOf(event: EventState) {
  const last = Object.values(event.taps).at(-1);
  return last === undefined ? null : timeOf(last);
}
