import type { Attempts } from '../../../../domain/model/race-format.ts';
import { counted } from '../../../../domain/language.ts';
import { MAX_ATTEMPTS } from '../../../../protocol/limits.ts';
import { Choices } from '../../../ui/choices.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { moveToRun } from '../../../event/move-to-run.ts';
import { setFormat } from '../../../event/record.ts';
import { Section } from '../../../ui/section.tsx';

const ruleWords: Readonly<Record<Attempts['counts'], { readonly label: string; readonly says: string }>> = {
  best: { label: 'The best run', says: 'Each racer’s fastest run counts. A missed run doesn’t hurt.' },
  sum: { label: 'All runs together', says: 'Total time of all runs. A racer without a time in each run has no rank.' },
  mean: {
    label: 'The average of all runs',
    says: 'Total time divided by the number of runs. A racer without a time in each run has no rank.',
  },
  last: { label: 'The last run', says: 'Each racer’s last finished run counts.' },
};
const rules = Object.keys(ruleWords) as Attempts['counts'][];

/** For the owner: how many runs, what counts, and which one is timed now. */
export function RunsView({ open }: TimerViewProps) {
  const { event } = open;
  const { attempts } = event.format;
  const { count, counts, current } = attempts;

  function set(change: Partial<Attempts>): void {
    const next = { ...attempts, ...change };
    setFormat(open, 'Runs changed', { attempts: { ...next, current: Math.min(next.current, next.count) } });
  }

  return (
    <>
      <p className="text-ink-2">
        Each racer goes down the course as often as you say here. Every run has its own start list, times and rulings.
      </p>
      <SelectField
        label="Runs for each racer"
        value={String(count)}
        options={Array.from({ length: MAX_ATTEMPTS }, (_, index) => ({
          value: String(index + 1),
          label: counted(index + 1, 'run', 'runs'),
        }))}
        onChange={(chosen) => set({ count: Number(chosen) })}
      />
      {count > 1 && (
        <>
          <div>
            <SelectField
              label="What counts"
              value={counts}
              options={rules.map((value) => ({ value, label: ruleWords[value].label }))}
              onChange={(chosen) => set({ counts: chosen as Attempts['counts'] })}
            />
            <p className="mt-1.5 text-14 text-ink-2">{ruleWords[counts].says}</p>
          </div>
          <Section title="Now timing" className="flex flex-col gap-2">
            <Choices
              label="Now timing"
              layout="wrap"
              chosen={String(current)}
              options={Array.from({ length: count }, (_, index) => ({
                id: String(index + 1),
                label: `Run ${index + 1}`,
              }))}
              onChoose={(chosen) => Number(chosen) !== current && moveToRun(open, Number(chosen))}
            />
            <p className="text-14 text-ink-2">
              All phones are timing this run. A phone without signal finds out later. If a time lands in the wrong run,
              open the racer and move it.
            </p>
          </Section>
        </>
      )}
    </>
  );
}
