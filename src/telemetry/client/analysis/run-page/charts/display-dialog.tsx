import { plural } from '../../../../../domain/language.ts';
import { useId } from 'react';
import { Dialog } from '../../../../../client/ui/dialog.tsx';
import { SelectField } from '../../../../../client/ui/select-field.tsx';
import { setUnits } from '../../../recordings/units.ts';
import { useOpenRun } from '../run-context.ts';
import { changeViewSettings, SMOOTHING_CHOICES, useViewSettings } from '../view-settings.ts';

export interface DisplayDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly canChooseAxis: boolean;
}

/** How runs are shown on this device. The settings do not change what was recorded. */
export function DisplayDialog({ open, onClose, canChooseAxis }: DisplayDialogProps) {
  const { units, model } = useOpenRun();
  const { axis, smoothSeconds, filtersFixes, hasGauges } = useViewSettings();
  const removed = Object.values(model.main?.drawn.removedFixes ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <Dialog open={open} onClose={onClose} title="Display">
      <div className="flex flex-col gap-5">
        <SelectField
          label="Units"
          value={units}
          onChange={(value) => setUnits(value === 'imperial' ? 'imperial' : 'metric')}
          options={[
            { value: 'metric', label: 'Kilometres, metres' },
            { value: 'imperial', label: 'Miles, feet' },
          ]}
        />
        {canChooseAxis && (
          <SelectField
            label="Horizontal axis"
            value={axis}
            onChange={(value) => changeViewSettings({ axis: value === 'distance' ? 'distance' : 'time' })}
            options={[
              { value: 'time', label: 'Time' },
              { value: 'distance', label: 'Distance' },
            ]}
          />
        )}
        <SelectField
          label="Smoothing"
          value={String(smoothSeconds)}
          onChange={(value) => changeViewSettings({ smoothSeconds: Number(value) })}
          options={SMOOTHING_CHOICES.map((seconds) => ({
            value: String(seconds),
            label: seconds === 0 ? 'None: as recorded' : plural(seconds, 'Over 1 second', `Over ${seconds} seconds`),
          }))}
        />
        <Tick
          label="Leave out bad GPS fixes"
          hint={
            filtersFixes && removed > 0
              ? plural(removed, `This run leaves out ${removed} fix.`, `This run leaves out ${removed} fixes.`)
              : 'Jumps, places without a fix, and a receiver that stood still.'
          }
          isOn={filtersFixes}
          onChange={(isOn) => changeViewSettings({ filtersFixes: isOn })}
        />
        <Tick
          label="Gauges over the video"
          hint="Speed and other values at the moment of the frame."
          isOn={hasGauges}
          onChange={(isOn) => changeViewSettings({ hasGauges: isOn })}
        />
      </div>
    </Dialog>
  );
}

interface TickProps {
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Tick({ label, hint, isOn, onChange }: TickProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="mt-0.5 size-6 shrink-0 cursor-pointer accent-ink"
      />
      <div>
        <label htmlFor={id} className="font-[650]">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-14 text-ink-2">
          {hint}
        </p>
      </div>
    </div>
  );
}
