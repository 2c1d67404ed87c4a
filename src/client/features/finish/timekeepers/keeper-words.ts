import { inHundredths } from '../../../../domain/events/describe-readings.ts';
import { counted, writeDecimal } from '../../../../domain/language.ts';
import { BANDS, type Timekeeper, type Usual } from '../../../../domain/results/second-timers.ts';

export type NameOfDevice = (deviceId: string) => string;

/** Every device by its timekeeper; two devices of one name are told apart by the end of their ids. */
export function nameDevices(keepers: readonly Timekeeper[], ownDevice: string): NameOfDevice {
  const names = new Map(keepers.map(({ deviceId, name }) => [deviceId, name || 'Guest']));
  const all = [...names.values()];
  return (deviceId) => {
    const name = names.get(deviceId) ?? 'Guest';
    if (deviceId === ownDevice) return `${name} (this phone)`;
    return all.filter((each) => each === name).length > 1 ? `${name} (phone ${deviceId.slice(-4)})` : name;
  };
}

/** For example '0.12 s later than the others, 14 readings'. */
export function describeUsual(usual: Usual | null, taken: number): string {
  const readings = counted(taken, 'reading', 'readings');
  if (usual === null) return `${readings}, no other phone to compare with`;
  const isWith = Math.abs(usual.median) < 5;
  return `${isWith ? 'with the others' : `${inHundredths(usual.median)} than the others`}, ${readings}`;
}

/** 'Half of the differences are within 0.08 s of that, 12 compared.' */
export function describeSpread({ spread, of }: Usual): string {
  return of === 1
    ? 'One racer compared.'
    : `${of} racers compared, half of them within ${writeDecimal(spread / 1000, 2)} s of that.`;
}

const seconds = (ms: number): string => `${ms / 1000} s`;

export function nameBand(band: number): string {
  const most = BANDS[band];
  return most === undefined ? `over ${seconds(BANDS.at(-1)!)}` : `up to ${seconds(most)}`;
}
