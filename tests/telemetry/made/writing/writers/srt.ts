import type { Value } from '../formats.ts';
import { two, type Writer, writtenAs } from './file.ts';

/** Subtitles in three dialects of DJI's drones: one shows the height alone, one the speed, one the drone's own clock. */
export const writeSrt: Writer = (made, chance) => {
  const { rows, values } = made;
  // The last shows whole seconds: it is that of drones with one subtitle for each.
  const dialect = chance.pick(made.rate > 1 ? (['air', 'mini'] as const) : (['air', 'mini', 'pro'] as const));
  const has = (value: Value) => values.has(value);
  const cue = (seconds: number) => {
    const ms = Math.round(seconds * 1_000);
    const clock = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1_000) % 60].map(two);
    return `${clock.join(':')},${String(ms % 1_000).padStart(3, '0')}`;
  };
  const first = rows[0]!.time;
  const cues = rows.map((row, at) => {
    const { lat, lon, elevation, speed, time } = row;
    const date = new Date(Math.round(made.start + time * 1_000)).toISOString();
    const [from, to] = [time - first, (rows[at + 1]?.time ?? time + 1 / made.rate) - first];
    const height = has('elevation');
    const words = {
      air: [
        `<font size="36">FrameCnt : ${at + 1}, DiffTime : ${Math.round((to - from) * 1_000)}ms`,
        `${date.slice(0, 10)} ${date.slice(11, 19)},${date.slice(20, 23)},000`,
        `[iso : 100] [shutter : 1/500.0] [fnum : 280] [latitude: ${lat.toFixed(6)}] [longitude: ${lon.toFixed(6)}] ${height ? `[rel_alt: 0.000 abs_alt: ${elevation.toFixed(3)}] ` : ''}</font>`,
      ],
      mini: [
        `F/2.8, SS 206.14, ISO 150, EV 0, GPS (${lon.toFixed(6)}, ${lat.toFixed(6)}, 15), D 2.80m, ${height ? `H ${elevation.toFixed(2)}m, ` : ''}${has('speed') ? `H.S ${speed.toFixed(2)}m/s, ` : ''}V.S 0.00m/s`,
      ],
      pro: [
        `HOME(${lon.toFixed(4)},${lat.toFixed(4)}) ${date.slice(0, 10).replaceAll('-', '.')} ${date.slice(11, 19)}`,
        `GPS(${lon.toFixed(6)},${lat.toFixed(6)},16)${height ? ` BAROMETER:${elevation.toFixed(1)}` : ''}`,
        'ISO:100 Shutter:60 EV: Fnum:2.2',
      ],
    }[dialect];
    return [String(at + 1), `${cue(from)} --> ${cue(to)}`, ...words, ''].join('\n');
  });
  const kept = new Set<Value>(
    [...values].filter((value) => value === 'elevation' || (value === 'speed' && dialect === 'mini')),
  );
  return {
    name: 'made.srt',
    content: cues.join('\n'),
    written: writtenAs(made, { hasDate: dialect !== 'mini', values: kept }),
  };
};
