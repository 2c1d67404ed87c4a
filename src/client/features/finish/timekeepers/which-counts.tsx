import { plural } from '../../../../domain/language.ts';
import type { RaceSettings } from '../../../../domain/model/race-settings.ts';
import type { Tap } from '../../../../domain/model/state.ts';
import { listPhones, type Timekeeper } from '../../../../domain/results/second-timers.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { NameOfDevice } from './keeper-words.ts';
import type { RecordStep } from './record-step.ts';

export interface WhichCountsProps {
  readonly race: RaceSettings;
  readonly keepers: readonly Timekeeper[];
  readonly nameOf: NameOfDevice;
  readonly mayChoose: boolean;
  /** Readings of the main phone beside which another counts. */
  readonly overruled: readonly Tap[];
  readonly record: RecordStep;
}

type Rule = RaceSettings['readings'];

const RULES: readonly { readonly value: Rule; readonly label: string; readonly words: string }[] = [
  { value: 'first', label: 'The first', words: 'The first time that arrives counts. The others stay beside it.' },
  { value: 'device', label: 'The main phone', words: 'The main phone counts. If it missed a racer, another does.' },
  { value: 'mean', label: 'The average', words: 'The average of all phones counts.' },
];

export function WhichCounts({ race, keepers, nameOf, mayChoose, overruled, record }: WhichCountsProps) {
  const devices = listPhones(keepers);
  const rule = RULES.find(({ value }) => value === race.readings)!;
  const configure = (settings: Partial<RaceSettings>) => void record({ type: 'race.configure', settings });

  function chooseRule(readings: Rule): void {
    const needsMain = readings === 'device' && race.mainDevice === null;
    configure({ readings, ...(needsMain && { mainDevice: devices[0] ?? null }) });
  }

  async function chooseMain(): Promise<void> {
    for (const { id } of overruled) await record({ type: 'tap.choose', tapId: id });
  }

  return (
    <div className="flex flex-col gap-4">
      {mayChoose ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="If several phones time the same racer"
            value={race.readings}
            options={RULES}
            onChange={(value) => chooseRule(value as Rule)}
          />
          {race.readings === 'device' && (
            <SelectField
              label="Main phone"
              value={race.mainDevice ?? ''}
              options={[
                ...(race.mainDevice === null ? [{ value: '', label: 'Choose a phone' }] : []),
                ...[...new Set([...devices, ...(race.mainDevice === null ? [] : [race.mainDevice])])].map((value) => ({
                  value,
                  label: nameOf(value),
                })),
              ]}
              onChange={(mainDevice) => configure({ mainDevice })}
            />
          )}
        </div>
      ) : (
        race.readings === 'device' && race.mainDevice !== null && <p>Main phone: {nameOf(race.mainDevice)}</p>
      )}
      <p className="text-14 text-ink-2">
        {rule.words}
        {!mayChoose && ' The owner of the event chooses.'}
      </p>
      {overruled.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-52 flex-1">
            {plural(overruled.length, '1 racer still has', `${overruled.length} racers still have`)} the time of another
            phone, from before you chose the main phone.
          </p>
          <Button onClick={() => void chooseMain()}>Use main phone</Button>
        </div>
      )}
    </div>
  );
}
