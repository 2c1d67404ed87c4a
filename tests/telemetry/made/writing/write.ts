import type { Chance } from './chance.ts';
import type { Format } from './formats.ts';
import type { Made } from './recording.ts';
import { writeCsv } from './writers/csv.ts';
import type { MadeFile, Writer } from './writers/file.ts';
import { writeFit } from './writers/fit.ts';
import { writeGoProFile } from './writers/gopro.ts';
import { writeGpx } from './writers/gpx.ts';
import { writeIgc } from './writers/igc.ts';
import { writeKml } from './writers/kml.ts';
import { writeNmea } from './writers/nmea.ts';
import { writeSrt } from './writers/srt.ts';
import { writeTcx } from './writers/tcx.ts';
import { writeVbo } from './writers/vbo.ts';

const WRITERS: Readonly<Record<Format, Writer>> = {
  fit: writeFit,
  gpx: writeGpx,
  tcx: writeTcx,
  csv: writeCsv,
  nmea: writeNmea,
  vbo: writeVbo,
  igc: writeIgc,
  kml: writeKml,
  srt: writeSrt,
  gopro: writeGoProFile,
};

export const writeMade = (made: Made, chance: Chance): MadeFile => WRITERS[made.format](made, chance);
