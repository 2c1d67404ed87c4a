import { two, type Writer, writtenAs } from './file.ts';

/** Thousandths of a minute and whole metres: no finer place stands in the main part of a line. */
function angle(value: number, width: number, letters: string): string {
  const thousandths = Math.round(Math.abs(value) * 60_000);
  const degrees = Math.floor(thousandths / 60_000);
  return `${String(degrees).padStart(width, '0')}${String(thousandths % 60_000).padStart(5, '0')}${letters[value < 0 ? 1 : 0]}`;
}

const height = (value: number): string => {
  const metres = Math.round(value);
  return metres < 0 ? `-${String(-metres).padStart(4, '0')}` : String(metres).padStart(5, '0');
};

export const writeIgc: Writer = (made, chance) => {
  const { rows } = made;
  const first = new Date(made.start + rows[0]!.time * 1_000);
  const day = `${two(first.getUTCDate())}${two(first.getUTCMonth() + 1)}${two(first.getUTCFullYear() % 100)}`;
  const hasSatellites = chance.is(0.8);
  const lines = [
    ...(chance.is(0.9) ? ['AXXXMADE'] : []),
    chance.is(0.5) ? `HFDTE${day}` : `HFDTEDATE:${day},01`,
    'HFPLTPILOTINCHARGE:Made',
    'HFDTM100GPSDATUM:WGS-1984',
    'I013638FXA',
    ...rows.map(({ lat, lon, time, elevation }) => {
      const date = new Date(Math.round(made.start + time * 1_000));
      const clock = `${two(date.getUTCHours())}${two(date.getUTCMinutes())}${two(date.getUTCSeconds())}`;
      const ground = height(elevation);
      return `B${clock}${angle(lat, 2, 'NS')}${angle(lon, 3, 'EW')}A${ground}${hasSatellites ? ground : '00000'}035`;
    }),
    'GMADE',
  ];
  return {
    name: 'made.igc',
    content: lines.join(chance.pick(['\r\n', '\r\n', '\n', '\n', '\r'])),
    written: writtenAs(made, { values: new Set(['elevation'] as const) }),
  };
};
