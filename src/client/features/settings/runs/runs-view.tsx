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
  best: { label: 'The best heat', says: 'Each racer’s fastest heat counts. A missed heat doesn’t hurt.' },
  sum: {
    label: 'All heats together',
    says: 'Total time of all heats. A racer without a time in each heat has no rank.',
  },
  mean: {
    label: 'The average of all heats',
    says: 'Total time divided by the number of heats. A racer without a time in each heat has no rank.',
  },
  last: { label: 'The last heat', says: 'Each racer’s last finished heat counts.' },
};
const rules = Object.keys(ruleWords) as Attempts['counts'][];

/** For the owner: how many runs, what counts, and which one is timed now. */
export function RunsView({ open }: TimerViewProps) {
  const { event } = open;
  const { attempts } = event.format;
  const { count, counts, current } = attempts;

  function set(change: Partial<Attempts>): void {
    const next = { ...attempts, ...change };
    setFormat(open, 'Heats changed', { attempts: { ...next, current: Math.min(next.current, next.count) } });
  }

  return (
    <>
      <p className="text-ink-2">
        Each racer does the course as often as you set here. Every heat has its own start list, times and statuses.
      </p>
      <SelectField
        label="Heats for each racer"
        value={String(count)}
        options={Array.from({ length: MAX_ATTEMPTS }, (_, index) => ({
          value: String(index + 1),
          label: counted(index + 1, 'heat', 'heats'),
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
                label: `Heat ${index + 1}`,
              }))}
              onChoose={(chosen) => Number(chosen) !== current && moveToRun(open, Number(chosen))}
            />
            <p className="text-14 text-ink-2">
              All phones are timing this heat. A phone without signal finds out later. If a time lands in the wrong
              heat, open the racer and move it.
            </p>
          </Section>
        </>
      )}
    </>
  );
}
