import { two, type Writer, writtenAs } from './file.ts';

/** Minutes of arc, west positive, as a VBOX writes them; speeds in the unit that the head names. */
export const writeVbo: Writer = (made, chance) => {
  const { rows, values } = made;
  const [unit, perMetre] = chance.pick([
    ['kmh', 3.6],
    ['kmh', 3.6],
    ['mph', 3_600 / 1_609.344],
  ] as const);
  const lon = chance.pick(['long', 'long', 'lng']);
  const [hasSpeed, hasHeights] = [values.has('speed'), values.has('elevation')];
  const first = new Date(made.start + rows[0]!.time * 1_000);
  const sign = (value: number) => (value < 0 ? '-' : '+');
  const minutes = (degrees: number, digits: number) =>
    `${sign(degrees)}${Math.abs(degrees * 60)
      .toFixed(digits)
      .padStart(6 + digits, '0')}`;
  const lines = [
    `File created on ${two(first.getUTCDate())}/${two(first.getUTCMonth() + 1)}/${first.getUTCFullYear()} at ${first.toISOString().slice(11, 19)}`,
    '',
    '[header]',
    'satellites',
    'time',
    'latitude',
    'longitude',
    ...(hasSpeed ? [`velocity ${unit}`] : []),
    ...(hasHeights ? ['height'] : []),
    '',
    '[comments]',
    'Made by chance',
    '',
    '[column names]',
    ['sats', 'time', 'lat', lon, ...(hasSpeed ? ['velocity'] : []), ...(hasHeights ? ['height'] : [])].join(' '),
    '',
    '[data]',
    ...rows.map(({ lat, lon: east, time, speed, elevation }) => {
      const date = new Date(Math.round(made.start + time * 1_000));
      const hundredths = two(Math.round(date.getUTCMilliseconds() / 10));
      return [
        '009',
        `${two(date.getUTCHours())}${two(date.getUTCMinutes())}${two(date.getUTCSeconds())}.${hundredths}`,
        minutes(lat, 6),
        minutes(-east, 6),
        ...(hasSpeed ? [(speed * perMetre).toFixed(3).padStart(7, '0')] : []),
        ...(hasHeights ? [`${sign(elevation)}${Math.abs(elevation).toFixed(2).padStart(7, '0')}`] : []),
      ].join(' ');
    }),
  ];
  return { name: 'made.vbo', content: `${lines.join('\r\n')}\r\n`, written: writtenAs(made) };
};
