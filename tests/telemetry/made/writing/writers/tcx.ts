import { isoOf, textOf, type Writer, writtenAs } from './file.ts';

const SPORTS = { running: 'Running', cycling: 'Biking', rowing: 'Other', skiing: 'Other', motor: 'Other' };

/** Each lap has tracks of its own, as devices write them: a piece of the recording may begin within a lap. */
export const writeTcx: Writer = (made, chance) => {
  const { rows, values, pieces, sport, hasPlaces } = made;
  const bounds = made.laps.length > 0 ? made.laps : [0, rows.length - 1];
  const cadence = sport.name === 'running' ? 'extension' : chance.pick(['extension', 'element']);
  const prefix = chance.pick(['', 'ns3:']);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">',
    `<Activities><Activity Sport="${SPORTS[sport.name]}"><Id>${isoOf(made, rows[0]!.time)}</Id>`,
  ];
  const point = (at: number) => {
    const { lat, lon, time } = rows[at]!;
    const element = (name: string, value: Parameters<typeof textOf>[2]) =>
      values.has(value) ? `<${name}>${textOf(made, at, value)}</${name}>` : '';
    const heart = values.has('heartRate') ? `<HeartRateBpm>${element('Value', 'heartRate')}</HeartRateBpm>` : '';
    const run = sport.name === 'running' ? 'RunCadence' : 'Cadence';
    const extension = [
      element(`${prefix}Speed`, 'speed'),
      cadence === 'extension' ? element(prefix + run, 'cadence') : '',
      element(`${prefix}Watts`, 'power'),
    ].join('');
    const place = `<Position><LatitudeDegrees>${lat.toFixed(7)}</LatitudeDegrees><LongitudeDegrees>${lon.toFixed(7)}</LongitudeDegrees></Position>`;
    return `<Trackpoint><Time>${isoOf(made, time)}</Time>${hasPlaces ? place : ''}${element('AltitudeMeters', 'elevation')}${element('DistanceMeters', 'distance')}${heart}${cadence === 'element' ? element('Cadence', 'cadence') : ''}${extension === '' ? '' : `<Extensions><${prefix}TPX>${extension}</${prefix}TPX></Extensions>`}</Trackpoint>`;
  };
  bounds.slice(1).forEach((to, index) => {
    const from = bounds[index]!;
    const [begin, end] = [rows[from]!, rows[to]!];
    lines.push(
      `<Lap StartTime="${isoOf(made, begin.time)}"><TotalTimeSeconds>${(end.time - begin.time).toFixed(2)}</TotalTimeSeconds><DistanceMeters>${(end.distance - begin.distance).toFixed(2)}</DistanceMeters><Calories>0</Calories><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod><Track>`,
    );
    const isLast = index === bounds.length - 2;
    for (let at = from; at < to + (isLast ? 1 : 0); at += 1) {
      if (pieces.includes(at) && at > from) lines.push('</Track><Track>');
      lines.push(point(at));
    }
    lines.push('</Track></Lap>');
  });
  lines.push('<Creator><Name>Made</Name></Creator></Activity></Activities></TrainingCenterDatabase>');
  return { name: 'made.tcx', content: lines.join('\n'), written: writtenAs(made, { laps: bounds }) };
};
