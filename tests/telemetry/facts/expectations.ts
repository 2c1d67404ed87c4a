import type { ReadOutcome } from '../../../src/telemetry/client/recordings/reading/read-outcome.ts';
import { warningsOf } from '../../../src/telemetry/client/recordings/reading/read-outcome.ts';

/** The page's outcome for a file, in a few words. */
export function describeOutcome(outcome: ReadOutcome): string {
  if (outcome.kind === 'failed') return outcome.failure.code;
  if (outcome.kind === 'crashed' || outcome.kind === 'archive') return outcome.kind;
  if (outcome.kind === 'video' && outcome.read === null) return `a video, ${outcome.withoutGps?.code ?? 'no GPS'}`;
  const { samples } = outcome.read!.recording;
  const placed = samples.channels.lat?.filter((value) => !Number.isNaN(value)).length ?? 0;
  const timed = samples.time.filter((value) => !Number.isNaN(value)).length;
  const warnings = warningsOf(outcome).map(({ code, count }) => (count === undefined ? code : `${code} ${count}`));
  return [`${samples.time.length} samples`, `${timed} timed`, `${placed} placed`, ...warnings].join(', ');
}

/** Files whose outcome the README states in words: the expected beginnings of the product's messages. */
export const EXPECTED: Readonly<Record<string, RegExp>> = {
  'video/hello.mp4': /^movie-not-movie$/,
  'fit/strava-android-app-201.10-b1218918.fit': /^473 samples, .*237 placed, .*undefined-message/,
  'malformed/activity-filecrc.fit': /^14 samples, .*checksum-wrong/,
  'malformed/activity-unexpected-eof.fit': /^14 samples, .*file-cut/,
  'malformed/bad-values-unclosed-quote.csv': /^1 samples, 1 timed, 1 placed, .*quote-unclosed/,
  'malformed/empty.gpx': /^gpx-no-track$/,
  'malformed/german-semicolon-decimal-comma.csv': /^2 samples, 2 timed, 2 placed$/,
  'malformed/gopro-first-3600-bytes.mp4': /^movie-cut$/,
  'malformed/gpx-named-as-fit.fit': /^gpx-no-track$/,
  'malformed/header-only.csv': /^csv-no-rows$/,
  'malformed/no-known-columns.csv': /^csv-columns-unknown$/,
  'malformed/non-gopro.mp4': /^a video, movie-not-gopro$/,
  'malformed/random-bytes.fit': /^fit-not-fit$/,
  'malformed/settings-not-activity.fit': /^fit-no-activity$/,
  'malformed/truncated.gpx': /^26 samples, 25 timed, 26 placed, .*file-cut/,
  'malformed/zero-bytes.gpx': /^file-empty$/,
  'gpx/unicode_with_bom.gpx': /^gpx-no-track$/,
};
