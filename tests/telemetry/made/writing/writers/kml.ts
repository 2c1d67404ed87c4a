import { isoOf, piecesOf, type Writer, writtenAs } from './file.ts';

export const writeKml: Writer = (made, chance) => {
  const { rows, values } = made;
  const hasHeights = values.has('elevation');
  const isMixed = chance.is(0.5);
  const tracks = piecesOf(made).map((piece) => {
    const whens = piece.map((at) => `<when>${isoOf(made, rows[at]!.time)}</when>`);
    const coords = piece.map((at) => {
      const { lat, lon, elevation } = rows[at]!;
      return `<gx:coord>${lon.toFixed(7)} ${lat.toFixed(7)} ${hasHeights ? elevation.toFixed(1) : ''}</gx:coord>`;
    });
    // Some programs write a time and a place in turns, others all times first.
    const lines = isMixed ? whens.flatMap((when, index) => [when, coords[index]!]) : [...whens, ...coords];
    return `<gx:Track>\n${lines.join('\n')}\n</gx:Track>`;
  });
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><Placemark><name>Made</name>
<gx:MultiTrack>${tracks.join('\n')}</gx:MultiTrack></Placemark></Document></kml>`;
  return { name: 'made.kml', content: text, written: writtenAs(made) };
};
