/**
 * For example '47.3769, 8.5417', as maps show it; also with letters for the sides, or a decimal comma where a blank
 * separates the two.
 */
export function readPlace(typed: string): [lat: number, lon: number] | null {
  const text = typed.replaceAll('°', '').replaceAll(/\s+/g, ' ').trim();
  const parts =
    /^([NS]?) ?([+-]?\d+(?:\.\d+)?) ?([NS]?)[ ,;]+([EW]?) ?([+-]?\d+(?:\.\d+)?) ?([EW]?)$/i.exec(text) ??
    /^()([+-]?\d+,\d+)()[\s;]+()([+-]?\d+,\d+)()$/.exec(text);
  if (parts === null) return null;
  const numberOf = (digits: string, side: string) => Number(digits.replace(',', '.')) * (/[SW]/i.test(side) ? -1 : 1);
  const lat = numberOf(parts[2]!, `${parts[1]}${parts[3]}`);
  const lon = numberOf(parts[5]!, `${parts[4]}${parts[6]}`);
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lat, lon] : null;
}
