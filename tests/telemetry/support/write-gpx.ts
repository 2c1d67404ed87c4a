export interface GpxPoint {
  readonly lat: number | string;
  readonly lon: number | string;
  readonly elevation?: number;
  readonly time?: string;
  /** XML inside of the point, for extensions. */
  readonly inside?: string;
}

export interface GpxOptions {
  readonly version?: '1.0' | '1.1';
  readonly creator?: string;
  /** In front of the root. */
  readonly preface?: string;
  /** Inside of the root, in front of the tracks. */
  readonly before?: string;
}

function writePoint(name: string, { lat, lon, elevation, time, inside = '' }: GpxPoint): string {
  const ele = elevation === undefined ? '' : `<ele>${elevation}</ele>`;
  return `<${name} lat="${lat}" lon="${lon}">${ele}${time === undefined ? '' : `<time>${time}</time>`}${inside}</${name}>\n`;
}

function writeRoot({ version = '1.1', creator = 'Tests', preface, before = '' }: GpxOptions, content: string): string {
  const namespace = `http://www.topografix.com/GPX/${version.replace('.', '/')}`;
  const head = preface ?? '<?xml version="1.0" encoding="UTF-8"?>\n';
  return `${head}<gpx version="${version}" creator="${creator}" xmlns="${namespace}">\n${before}${content}</gpx>\n`;
}

/** Tracks of segments of points. */
export function writeGpx(tracks: readonly (readonly (readonly GpxPoint[])[])[], options: GpxOptions = {}): string {
  const content = tracks.map((segments) => {
    const written = segments.map(
      (points) => `<trkseg>${points.map((point) => writePoint('trkpt', point)).join('')}</trkseg>\n`,
    );
    return `<trk><name>A &amp; B</name>${written.join('')}</trk>\n`;
  });
  return writeRoot(options, content.join(''));
}

export function writeRoute(points: readonly GpxPoint[], options: GpxOptions = {}): string {
  return writeRoot(options, `<rte>${points.map((point) => writePoint('rtept', point)).join('')}</rte>\n`);
}
