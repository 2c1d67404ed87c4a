import type { Made } from '../recording.ts';
import { two, type Writer, writtenAs } from './file.ts';

/** With the checksum that a receiver adds. */
function sentence(body: string): string {
  let sum = 0;
  for (const letter of body) sum ^= letter.codePointAt(0)!;
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`;
}

function angle(value: number, width: number, digits: number, letters: string): string {
  const whole = Math.abs(value);
  const power = 10 ** digits;
  const minutes = Math.round(whole * 60 * power);
  const degrees = Math.floor(minutes / (60 * power));
  const rest = (minutes - degrees * 60 * power) / power;
  return `${String(degrees).padStart(width, '0')}${rest.toFixed(digits).padStart(3 + digits, '0')},${letters[value < 0 ? 1 : 0]}`;
}

/** Receivers that write slowly round places to 18 cm; faster ones, with which those would be steps, more finely. */
const digitsOf = ({ rate }: Made) => (rate <= 1 ? 4 : rate <= 5 ? 5 : 7);

export const writeNmea: Writer = (made, chance) => {
  const { rows, values } = made;
  const talker = chance.pick(['GP', 'GN']);
  const digits = digitsOf(made);
  const [hasSpeed, hasHeights] = [values.has('speed'), values.has('elevation')];
  const style = chance.pick(['rmc', 'vtg', 'gll']);
  const isNoisy = chance.is(0.3);
  const lines: string[] = isNoisy ? ['', '*** start of log'] : [];
  rows.forEach(({ lat, lon, time, speed, elevation }, at) => {
    const date = new Date(Math.round(made.start + time * 1_000));
    const fraction = made.rate > 1 ? (date.getUTCMilliseconds() / 1_000).toFixed(3).slice(1) : '.00';
    const clock = `${two(date.getUTCHours())}${two(date.getUTCMinutes())}${two(date.getUTCSeconds())}${fraction}`;
    const day = `${two(date.getUTCDate())}${two(date.getUTCMonth() + 1)}${two(date.getUTCFullYear() % 100)}`;
    const place = `${angle(lat, 2, digits, 'NS')},${angle(lon, 3, digits, 'EW')}`;
    const knots = hasSpeed ? (speed * (3_600 / 1_852)).toFixed(2) : '';
    if (hasHeights) lines.push(sentence(`${talker}GGA,${clock},${place},1,09,0.9,${elevation.toFixed(1)},M,47.0,M,,`));
    lines.push(sentence(`${talker}RMC,${clock},A,${place},${style === 'vtg' ? '' : knots},,${day},,,A`));
    if (style === 'vtg' && hasSpeed)
      lines.push(sentence(`${talker}VTG,,T,,M,${knots},N,${(speed * 3.6).toFixed(2)},K,A`));
    if (style === 'gll') lines.push(sentence(`${talker}GLL,${place},${clock},A`));
    if (at % 5 === 0) lines.push(sentence(`${talker}GSA,A,3,10,07,05,02,29,04,08,13,,,,,1.7,0.9,1.3`));
    if (isNoisy && at % 40 === 0) lines.push('');
  });
  return {
    name: 'made.nmea',
    content: lines.join(chance.pick(['\r\n', '\r\n', '\n', '\n', '\r'])),
    written: writtenAs(made),
  };
};
