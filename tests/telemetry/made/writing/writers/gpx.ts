import { isoOf, piecesOf, textOf, valueOf, type Writer, writtenAs } from './file.ts';

/** GPX 1.0 has speed as an element of its own; 1.1 has the rest in extensions. */
export const writeGpx: Writer = (made, chance) => {
  const { rows, values } = made;
  const hasTimes = !chance.is(0.04);
  const isOld = chance.is(0.2);
  const prefix = chance.pick(['gpxtpx:', 'ns3:', '']);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<gpx version="${isOld ? '1.0' : '1.1'}" creator="${chance.pick(['Made', 'Garmin Connect', 'StravaGPX'])}" xmlns="http://www.topografix.com/GPX/1/${isOld ? 0 : 1}">`,
    '<trk><name>Made</name>',
  ];
  for (const piece of piecesOf(made)) {
    lines.push('<trkseg>');
    for (const at of piece) {
      const { lat, lon, time } = rows[at]!;
      const element = (name: string, value: Parameters<typeof textOf>[2]) =>
        values.has(value) ? `<${name}>${textOf(made, at, value)}</${name}>` : '';
      const body = ['heartRate', 'cadence', 'temperature'] as const;
      const names = { heartRate: 'hr', cadence: 'cad', temperature: 'atemp' };
      const inside = body.map((value) => element(prefix + names[value], value)).join('');
      const power = values.has('power') ? `<power>${valueOf(made, at, 'power')}</power>` : '';
      const track = inside === '' ? '' : `<${prefix}TrackPointExtension>${inside}</${prefix}TrackPointExtension>`;
      const speed = element('speed', 'speed');
      const extensions = `${power}${track}${isOld ? '' : speed}`;
      lines.push(
        `<trkpt lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}">${element('ele', 'elevation')}${hasTimes ? `<time>${isoOf(made, time)}</time>` : ''}${isOld ? speed : ''}${extensions === '' ? '' : `<extensions>${extensions}</extensions>`}</trkpt>`,
      );
    }
    lines.push('</trkseg>');
  }
  lines.push('</trk></gpx>');
  const text = lines.join(chance.pick(['\n', '\r\n', '']));
  return { name: 'made.gpx', content: text, written: writtenAs(made, { hasTimes }) };
};
