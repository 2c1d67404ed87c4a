import { useEffect, useState } from 'react';
import type { FilmReport } from '../../camera/messages.ts';
import { type Lens, listLenses } from '../../camera/open-camera.ts';
import { useView } from '../../event/in-address.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';

export interface CameraSettingsProps {
  readonly label: string;
  readonly onLens: (deviceId: string) => void;
  readonly isBadWeather: boolean;
  readonly onBadWeather: (isOn: boolean) => void;
  readonly keepMinutes: number;
  readonly onKeepMinutes: (minutes: number) => void;
  readonly lag: number | undefined;
  readonly onCalibrate: () => void;
  readonly report: FilmReport | null;
  readonly onClose: () => void;
}

const MINUTES = [2, 5, 10, 20];
const MB = 1024 * 1024;

export function CameraSettings(props: CameraSettingsProps) {
  const { label, onLens, isBadWeather, onBadWeather, keepMinutes, onKeepMinutes, lag, onCalibrate, report, onClose } =
    props;
  const view = useView();
  const [lenses, setLenses] = useState<readonly Lens[]>([]);
  useEffect(() => {
    let isOver = false;
    void listLenses().then((found) => !isOver && setLenses(found));
    return () => {
      isOver = true;
    };
  }, [label]);
  const chosen = lenses.find((lens) => lens.label === label)?.deviceId ?? '';
  return (
    <Dialog open onClose={onClose} title="Camera settings">
      <div className="flex flex-col gap-4">
        <div className="flex items-center gap-3">
          <p className="min-w-0 flex-1">
            <span className="block font-[650]">{lag === undefined ? 'Not calibrated' : 'Calibrated'}</span>
            <span className="text-14 text-ink-2">
              {lag === undefined
                ? 'Times may be 50 ms off, all by the same amount.'
                : `This camera is ${Math.round(lag)} ms late, which is taken off.`}
            </span>
          </p>
          <Button onClick={onCalibrate}>Calibrate</Button>
        </div>
        {lenses.length > 1 && (
          <SelectField
            label="Camera"
            value={chosen}
            onChange={onLens}
            options={lenses.map((lens, index) => ({
              value: lens.deviceId,
              label: lens.label || `Camera ${index + 1}`,
            }))}
          />
        )}
        <SwitchRow
          label="Bad weather"
          hint="Rain and snow are taken out of what the camera marks. Its marks are then 116 ms less exact."
          isOn={isBadWeather}
          onChange={onBadWeather}
        />
        <SelectField
          label="Length of the strip"
          value={String(keepMinutes)}
          onChange={(value) => onKeepMinutes(Number(value))}
          options={MINUTES.map((minutes) => ({ value: String(minutes), label: `${minutes} min` }))}
        />
        <p className="text-14 text-ink-2">
          Nothing leaves this phone by itself. Pictures are shown for the last two minutes; the strip and three pictures
          of each time that you take are kept on this phone.
        </p>
        <p className="text-14 text-ink-2">
          Hang up the sign “A camera times this finish” before you film anyone. Opening it stops the camera.{' '}
          <button type="button" className="link min-h-11 font-[650] text-ink" onClick={() => view.open('paper')}>
            Print the sign
          </button>
        </p>
        {report !== null && (
          <p className="digits text-14 text-ink-2">
            {report.width} × {report.height}, {Math.round((report.stripBytes + report.ring.bytes) / MB)} MB in use
          </p>
        )}
      </div>
    </Dialog>
  );
}
