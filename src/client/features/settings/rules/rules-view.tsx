import type { EventCommandBody } from '../../../../domain/events/commands.ts';
import { isChanged, type Preset, presetOf, presets, settingsOf } from '../../../../domain/events/presets.ts';
import { type RaceSettings, toneSets } from '../../../../domain/model/race-settings.ts';
import type { Direction, Precision } from '../../../../domain/model/precision.ts';
import { toneSetOf } from '../../../../domain/schedule/tones.ts';
import { durationMs } from '../../../../domain/units.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import type { TimerViewProps } from '../../../event/view-list.ts';
import {
  directionOptions,
  policyOptions,
  readingOptions,
  tieOptions,
  unitOptions,
  windowOptions,
} from './rule-words.ts';
import { pick, record, recordWithUndo } from '../../../event/record.ts';
import { Section } from '../../../ui/section.tsx';

export function RulesView({ open }: TimerViewProps) {
  const { event } = open;
  const { race, precision } = event;
  const preset = presetOf(race);
  const hasChanged = isChanged(preset, race, precision);

  const configure = (settings: Partial<RaceSettings>) => apply(open, settings, precision, null);
  const setPrecision = (change: Partial<Precision>) => apply(open, {}, { ...precision, ...change }, null);
  const choose = (chosen: Preset) =>
    apply(open, settingsOf(chosen), chosen.precision, `This race now follows ${chosen.name}`);

  return (
    <>
      <PresetList chosen={preset} isChanged={hasChanged} onChoose={choose} />
      <Section title="Each rule" className="flex flex-col gap-4">
        <Rule
          label="The start that counts"
          options={policyOptions}
          value={race.startPolicy}
          onChange={(startPolicy) => configure({ startPolicy })}
        />
        {race.startPolicy === 'window' && (
          <SelectField
            label="Window"
            options={withCurrent(String(race.windowMs))}
            value={String(race.windowMs)}
            onChange={(ms) => configure({ windowMs: durationMs(Number(ms)) })}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Results in"
            options={unitOptions}
            value={String(precision.unit)}
            onChange={(unit) => setPrecision({ unit: durationMs(Number(unit)) })}
          />
          <SelectField
            label="Rounding"
            options={directionOptions}
            value={precision.direction}
            onChange={(direction) => setPrecision({ direction: direction as Direction })}
          />
        </div>
        <Rule label="Equal times" options={tieOptions} value={race.ties} onChange={(ties) => configure({ ties })} />
        <Rule
          label="Sound before a start"
          options={toneSets.map((value) => ({ value, label: toneSetOf[value].name, says: toneSetOf[value].says }))}
          value={race.tones}
          onChange={(tones) => configure({ tones })}
        />
        <Rule
          label="Two phones on one line"
          options={readingOptions}
          value={race.readings}
          onChange={(readings) =>
            configure({
              readings,
              ...(readings === 'device' && race.mainDevice === null && { mainDevice: open.sync.deviceId() }),
            })
          }
        />
        {race.readings === 'device' && <MainDevice open={open} onChange={configure} />}
      </Section>
    </>
  );
}

interface RuleProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly says: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function Rule<Value extends string>({ label, options, value, onChange }: RuleProps<Value>) {
  return (
    <div>
      <SelectField label={label} options={options} value={value} onChange={(chosen) => onChange(chosen as Value)} />
      <p className="mt-1.5 text-14 text-ink-2">{options.find((option) => option.value === value)?.says}</p>
    </div>
  );
}

function MainDevice({
  open: { event, sync },
  onChange,
}: {
  readonly open: OpenEvent;
  readonly onChange: (settings: Partial<RaceSettings>) => void;
}) {
  const own = sync.deviceId();
  if (event.race.mainDevice === own) return <p className="text-16">The chosen phone is this one.</p>;
  return (
    <div className="flex items-center gap-3">
      <p className="min-w-0 flex-1 text-16">The chosen phone is another one.</p>
      <Button onClick={() => onChange({ mainDevice: own })}>Use this phone</Button>
    </div>
  );
}

/** A window that another release or an import has set is shown as it is. */
function withCurrent(value: string): typeof windowOptions {
  if (windowOptions.some((option) => option.value === value)) return windowOptions;
  return [...windowOptions, { value, label: `${Number(value) / 1000} s before and after` }];
}

/** Records what differs. With words for it, the whole step can be taken back. */
function apply(open: OpenEvent, settings: Partial<RaceSettings>, precision: Precision, said: string | null): void {
  const { event } = open;
  const steps = (changed: Partial<RaceSettings>, wanted: Precision): readonly EventCommandBody[] => [
    ...(Object.keys(changed).length > 0 ? [{ type: 'race.configure', settings: changed } as const] : []),
    { type: 'precision.set', precision: wanted },
  ];
  if (said === null) return record(open, steps(settings, precision));
  recordWithUndo(open, said, steps(settings, precision), steps(pick(event.race, settings), event.precision));
}

interface PresetListProps {
  readonly chosen: Preset;
  readonly isChanged: boolean;
  readonly onChoose: (preset: Preset) => void;
}

function PresetList({ chosen, isChanged, onChoose }: PresetListProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-18 font-[720]">Follow the rules of</legend>
      {presets.map((preset) => {
        const isChosen = preset === chosen;
        return (
          <label
            key={preset.name}
            className="flex cursor-pointer items-start gap-3 rounded-card border border-line bg-card p-3 has-checked:border-ink has-checked:bg-soft has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="preset"
              checked={isChosen}
              // A changed preset can be chosen again, which a checked radio button does not report.
              onClick={() => {
                if (isChosen && isChanged) onChoose(preset);
              }}
              onChange={() => onChoose(preset)}
              className="mt-1 size-5 shrink-0 accent-ink outline-none"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-[650]">
                {preset.name}
                {isChosen && isChanged && <span className="font-normal text-ink-2">, changed</span>}
              </span>
              <span className="block text-14">{preset.says}</span>
              {preset.source !== null && <span className="block text-13 text-ink-2">{preset.source}</span>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
