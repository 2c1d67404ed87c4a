import type { Result } from '../../../domain/result.ts';
import { readGpx } from '../gpx/read-gpx.ts';
import { readKml } from '../gpx/read-kml.ts';
import { readTcx } from '../gpx/read-tcx.ts';
import type { ReadFailure, Recording } from '../recording.ts';
import type { LogKind } from '../sniff.ts';
import { readIgc } from './read-igc.ts';
import { readNmea } from './read-nmea.ts';
import { readSrt } from './read-srt.ts';
import { readVbo } from './read-vbo.ts';

const READERS: Readonly<Record<LogKind, (text: string, activity?: number) => Result<Recording, ReadFailure>>> = {
  gpx: readGpx,
  tcx: readTcx,
  kml: readKml,
  nmea: readNmea,
  igc: readIgc,
  srt: readSrt,
  vbo: readVbo,
};

/** Reads a decoded text of a known kind; of several recordings in it all, or one. */
export const readLog = (kind: LogKind, text: string, activity?: number): Result<Recording, ReadFailure> =>
  READERS[kind](text, activity);
