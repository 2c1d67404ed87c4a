import type { ReadFailure, ReadFailureCode, ReadWarning, ReadWarningCode } from './recording.ts';
import { MOST_READ } from './collect.ts';
import { LANGUAGE, plural, word } from '../../domain/language.ts';

const DAY = 86_400;

/** The texts that a user reads about a file: what is wrong with it, and what to do. */

type Plain = Exclude<ReadFailureCode, 'file-too-large' | 'movie-model-without-gps' | 'vbo-columns-unknown'>;

const FAILURES: Readonly<Record<Plain, string>> = {
  'file-empty': 'This file is empty. Copy it from the device again.',
  'file-unknown':
    'We can’t read this file. Use a FIT, GPX, TCX, CSV, NMEA, VBO, IGC or KML file, a ZIP archive of such files, the subtitles (SRT) of a DJI drone, or the original video of a GoPro.',
  'file-aim': 'This is a file in AiM’s own format. Open it in RaceStudio, export it as CSV, and choose that file.',
  'zip-damaged':
    'This ZIP archive is damaged, or packed in a way that we can’t read. Download it again, or unpack it and choose the files inside.',
  'zip-locked': 'This ZIP archive has a password. Unpack it and choose the files inside.',
  'zip-no-activity':
    'There’s no recording in this ZIP. From Strava, choose the archive they email you; the recordings are in its “activities” folder.',
  'browser-cannot-unpack':
    'This browser can’t unpack files. Safari can from version 16.4 on. Update it, or unpack the file and choose what is inside.',
  'file-changes': 'This file is still being written. Wait until that has finished, then choose it again.',
  'fit-not-fit': 'This isn’t a FIT file, whatever its name says. Export the activity from your device or app again.',
  'fit-no-activity':
    'This FIT file holds no activity, only settings, a workout or a course without points. Choose the file of the activity itself.',
  'fit-damaged':
    'This FIT file is damaged, and we can’t read anything of the activity in it. Copy it from the device once more, or export the activity from your app.',
  'gpx-not-gpx': 'This isn’t a GPX file, whatever its name says. Export it as GPX again.',
  'gpx-doctype':
    'This GPX file has its own definitions (a DOCTYPE), which we don’t accept because they can be harmful. Export it again from the app that recorded it.',
  'gpx-no-track': 'This GPX file has no track in it, only waypoints or nothing at all. Export the recorded track.',
  'kml-no-track':
    'This KML file has lines or places in it, but no recorded track with times. Export the activity as GPX or FIT.',
  'log-no-positions':
    'There’s no position in this file. The receiver never had a signal, or it holds something else. Choose another file of the run.',
  'csv-no-rows': 'This table has no rows of data. Export it again and check that the device recorded something.',
  'csv-columns-unknown':
    'We don’t recognise the columns of this table. Say which one is the time, and which are the position.',
  'csv-unit-unknown':
    'The speed in this table has no unit, and there are no positions to tell it by. Say which unit it is.',
  'movie-not-movie': 'This isn’t an MP4 video. Choose the original file from the camera.',
  'movie-cut': 'This video ends before its index, so we can’t find anything in it. Copy it from the camera again.',
  'movie-not-gopro':
    'There’s no GPS in this video. It isn’t from a GoPro, or an app has taken the data out. Choose the original file, or add a GPX, FIT or CSV file of the same run. Insta360: export the GPX in its app. DJI: add the SRT file beside the video. Sony: add the file of a watch or a bike computer.',
  'movie-no-fix':
    'The camera had no GPS signal in this clip. Use a GPX, FIT or CSV file of the same run, and wait for the signal before the next.',
};

export function describeFailure(failure: ReadFailure): string {
  if (failure.code === 'file-too-large') return describeLimit(failure);
  if (failure.code === 'vbo-columns-unknown') return describeColumns(failure.names);
  if (failure.code !== 'movie-model-without-gps') return FAILURES[failure.code];
  return `The ${failure.device} has no GPS. Add a GPX, FIT or CSV file of the same run instead.`;
}

function describeLimit({ megabytes, rows }: Extract<ReadFailure, { code: 'file-too-large' }>): string {
  if (megabytes !== undefined)
    return `This file is larger than ${megabytes} MB, the most that we can read. Export a shorter part and choose that.`;
  const count = (rows ?? MOST_READ).toLocaleString(LANGUAGE);
  return rows === undefined
    ? `This file has more than ${count} points, the most that we can read. Export a shorter part and choose that.`
    : `This file has more than ${count} rows, the most that we can read. Export a shorter part and choose that.`;
}

const MOST_NAMES = 200;

function describeColumns(names: readonly string[]): string {
  return `We don’t find the latitude and the longitude in this VBO file. Its columns are ${names.join(', ').slice(0, MOST_NAMES)}. In a text editor, name them “lat” and “long” below [column names], and choose the file again.`;
}

/** By the bounds of `readBoundsOf`. */
const LIMITS: Readonly<Record<string, string>> = {
  elevation: word('a height below −1,000 m or above 30,000 m'),
  speed: word('a speed above 400 m/s'),
  heartRate: word('a heart rate above 250'),
  cadence: word('a cadence above 254'),
  power: word('a power below 0 or above 5,000 W'),
  temperature: word('a temperature below −90 °C or above 126 °C'),
};

const WARNINGS: Readonly<Record<ReadWarningCode, (count: number, detail: string) => string>> = {
  'file-cut': () => 'The file ends before it should. We’ve read everything up to there. The rest is missing.',
  'checksum-wrong': () =>
    'The checksum of the file is wrong, so a part of it may be damaged. Look at it before you rely on it.',
  'undefined-message': (_, detail) =>
    `The file is damaged${detail && ` at ${detail}`}. We’ve read everything before that. The rest is missing.`,
  'rows-skipped': (count) =>
    `${amount(count, 'row couldn’t be used and was', 'rows couldn’t be used and were')} left out.`,
  'values-skipped': (count) => `${amount(count, 'value was', 'values were')} left out: no number, or not possible.`,
  'beyond-limits': (count, detail) =>
    `${amount(count, 'value was', 'values were')} left out as impossible: ${LIMITS[detail] ?? word('beyond all limits')}.`,
  'times-went-back': (count) =>
    `${amount(count, 'point has a time that', 'points have a time that')} goes back by more than some seconds: kept on the map, without a time.`,
  'times-mended': (count) =>
    `${amount(count, 'time steps back', 'times step back')} by some seconds. We placed each point between its neighbours in time.`,
  'times-far-apart': (count) =>
    `${amount(count, 'point lies', 'points lie')} more than a month away from the rest of this file: kept on the map, without a time. If that is another ride, export it as its own file.`,
  'points-without-time': (count) =>
    `${amount(count, 'point has no time: it is', 'points have no time: they are')} kept on the map.`,
  'summer-time': () =>
    'The clocks changed during this recording. We took the hour out, so that its times go on without a gap.',
  'heights-missing': (count) =>
    `${amount(count, 'height of 0 was', 'heights of 0 were')} left out, because the receiver had no height there.`,
  'clock-jumped': (count) =>
    `The times jump by ${amount(Math.round(count / DAY), 'day', 'days')} in the middle. If that was no pause, someone set the device’s clock on the way, so don’t rely on the times before it.`,
  'route-only': () =>
    'This is a planned route, not a recorded ride. It has a line and no times. Export the activity itself for times and speeds.',
  'no-positions': () => 'There are no positions in this file. It has no track, but you can use its other values.',
  'no-fix-at-start': (count) =>
    `The camera found its position ${count > 0 ? `only after ${amount(Math.round(count), 'second', 'seconds')}` : 'late'}. There’s no track before that.`,
  'fix-lost': (count) =>
    `The camera lost its position on the way, for ${amount(count, 'second', 'seconds')} in all. There’s no track in those parts.`,
  'columns-unused': (count, detail) => `${amount(count, 'column isn’t', 'columns aren’t')} used: ${detail}.`,
  'quote-unclosed': () => 'A quotation mark in the table never closes. The rows after it may be missing.',
  'line-too-long': (count) => `${amount(count, 'line was', 'lines were')} left out: far too long for a row of a table.`,
  'samples-thinned': (count) => `There are more points than we can keep, so we took every ${ordinal(count)}.`,
};

/** Warnings are stored with a run: one from a newer version than this page has no sentence here. */
export function describeWarning({ code, count = 0, detail = '' }: ReadWarning): string {
  return Object.hasOwn(WARNINGS, code) ? WARNINGS[code](count, detail) : 'We couldn’t read something in this file.';
}

function amount(count: number, ...forms: readonly [one: string, many: string]): string {
  if (count === 0) return `Some ${forms.at(-1)}`;
  return `${count.toLocaleString(LANGUAGE)} ${plural(count, ...forms)}`;
}

function ordinal(count: number): string {
  // The ordinal, because the time is a 'second' too.
  return count === 2 ? word('2nd') : count === 3 ? word('3rd') : `${count}${word('th')}`;
}
