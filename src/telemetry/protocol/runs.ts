import * as z from 'zod/mini';
import { id } from '../../protocol/commands.ts';
import {
  MAX_BREAKS,
  MAX_CHAPTERS,
  MAX_CLOCKS,
  MAX_LAPS,
  MAX_NAME_LENGTH,
  MAX_OUTLINE,
  MAX_SAMPLES,
  MAX_SOURCES,
  MAX_VIDEOS,
  MAX_WARNINGS,
  MAX_ZONES,
} from '../../protocol/limits.ts';
import { code, email, oneLine, text } from '../../protocol/text.ts';

/** Packed samples of one source: 20 columns of half a million values are 40 MB; a day on a bike is 2 MB. */
export const MAX_SAMPLES_BYTES = 24 * 1024 * 1024;
export const MAX_RUN_BYTES = 256 * 1024;
/** Runs on one page of a list. */
export const RUNS_A_PAGE = 50;
/** Greatest answer of `GET /api/runs`, which pages of the release before ask for, beside a page of each list. */
export const MAX_WHOLE = { bytes: 128 * 1024, shares: 500 } as const;
/** Greatest size of one file of a camera; cameras begin a new file long before. */
export const MAX_VIDEO_BYTES = 16 * 1024 ** 3;
/** Part of a video in one request: on one bar of signal it is sent before calls give up. */
export const VIDEO_CHUNK_BYTES = 8 * 1024 * 1024;

const seconds = z.number().check(z.gte(-1e7), z.lte(1e7));
const positive = z.number().check(z.gte(0), z.lte(1e9));
const momentMs = z.number().check(z.gte(0), z.lt(4_102_444_800_000));
const lat = z.number().check(z.gte(-90), z.lte(90));
const lon = z.number().check(z.gte(-180), z.lte(180));
const place = z.tuple([lat, lon]);
const line = text(MAX_NAME_LENGTH).check(oneLine);

const clockFact = z.object({
  method: z.enum(['sample-time', 'payload-time', 'camera-event', 'creation-time']),
  at: momentMs,
  uncertaintySeconds: positive,
});
const lap = z.object({ name: line, from: seconds, to: seconds });

/** Description of one file that was read; its samples travel apart. */
export const runSource = z.object({
  id,
  kind: z.enum(['gpx', 'fit', 'csv', 'gopro']),
  /**
   * The format of the file where it is none of these kinds: 'tcx', 'nmea' … The kind is then the nearest one, because a
   * node or a page of the release before refuses a kind that it does not know, and passes over a field.
   */
  format: z.optional(text(20)),
  fileName: line,
  device: z.nullable(line),
  count: z.int().check(z.gte(0), z.lte(MAX_SAMPLES)),
  channels: z.array(text(20)).check(z.maxLength(24)),
  breaks: z.array(z.int().check(z.gte(0))).check(z.maxLength(MAX_BREAKS)),
  laps: z.array(lap).check(z.maxLength(MAX_LAPS)),
  clocks: z.array(clockFact).check(z.maxLength(MAX_CLOCKS)),
  /** Metres climbed by the device's own count. */
  deviceAscent: z.optional(positive),
  warnings: z
    .array(z.object({ code: text(40), count: z.optional(positive), detail: z.optional(line) }))
    .check(z.maxLength(MAX_WARNINGS)),
});

/** Offset of a video or source on the timeline of the run: run time = its own time + offset. */
const alignment = z.object({
  offset: seconds,
  method: z.enum(['same-file', 'clocks', 'speed', 'by-hand', 'none']),
  /** From 0 to 1. */
  confidence: z.number().check(z.gte(0), z.lte(1)),
  uncertaintySeconds: positive,
});

const chapter = z.object({ fileName: line, size: positive, fingerprint: text(64), duration: positive });

/** A video on the owner's own disk; `uploadId` is set when the owner uploaded it for those they share with. */
const runVideo = z.object({
  id,
  chapters: z.array(chapter).check(z.minLength(1), z.maxLength(MAX_CHAPTERS)),
  framesPerSecond: z.nullable(positive),
  alignment,
  uploadIds: z.array(text(64)).check(z.maxLength(MAX_CHAPTERS)),
});

const gate = z.object({ at: place, heading: z.number().check(z.gte(0), z.lte(360)), halfWidth: positive });

export const runDetails = z.object({
  name: text(MAX_NAME_LENGTH).check(oneLine, z.minLength(1, code('run-name-blank'))),
  /** Start of the run, in seconds since 1970; null is shown as 'Unknown Date'. */
  timestamp: z.nullable(z.number().check(z.gte(0), z.lt(4_102_444_800))),
  distance: z.nullable(positive),
  duration: z.nullable(positive),
  outline: z.array(place).check(z.maxLength(MAX_OUTLINE)),
  /** The first source's timeline is the run's. */
  sources: z.array(z.object({ ...runSource.shape, alignment })).check(z.maxLength(MAX_SOURCES)),
  videos: z.array(runVideo).check(z.maxLength(MAX_VIDEOS)),
  gates: z.object({ start: z.nullable(gate), finish: z.nullable(gate) }),
  /** The result, of one racer in one event, that this run is the recording of. */
  race: z.nullable(z.object({ eventId: id, racerId: id })),
  /** Whether positions are hidden from everyone but the owner. */
  hidesPositions: z.boolean(),
});

export type RunSource = z.infer<typeof runSource>;
export type Alignment = z.infer<typeof alignment>;
export type RunVideo = z.infer<typeof runVideo>;
export type RunDetails = z.infer<typeof runDetails>;
export type Gate = z.infer<typeof gate>;
export type AlignedSource = RunDetails['sources'][number];

/**
 * A change of a run names the version it was made on. A change of an older version is refused together with the newest
 * one, and the device makes its change again on that: a second sending does no harm, and no other device's change is
 * overwritten unseen.
 */
export const runChange = z.object({ basedOn: z.nullable(z.int()), details: runDetails, isDeleted: z.boolean() });
export type RunChange = z.infer<typeof runChange>;

export type RunRole = 'owner' | 'shared' | 'link';

export interface Run {
  readonly id: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly role: RunRole;
  readonly version: number;
  /**
   * The revision differs whenever something changes in what this viewer sees of the run. Missing in answers of the
   * release before.
   */
  readonly revision?: string;
  readonly createdAt: number;
  readonly deletedAt: number | null;
  readonly details: RunDetails;
  /** People with whom the run is shared, and the key of its link; null for readers besides the owner. */
  readonly sharing: RunSharing | null;
  /**
   * Ticket that plays the run's videos for some hours, for viewers by the run's link: a <video> cannot send the key in a
   * header.
   */
  readonly videoTicket?: string;
}

/** Sharing does not tell whether an address has an account: the owner of the run must not learn it. */
interface RunSharing {
  readonly emails: readonly string[];
  readonly linkKey: string | null;
}

/** A run in a list. The whole run is fetched when its `revision` differs from the known one. */
interface RunSummary {
  readonly id: string;
  readonly revision: string;
  readonly name: string;
  /** In seconds. */
  readonly timestamp: number | null;
  readonly duration: number | null;
}

export interface OwnRunSummary extends RunSummary {
  readonly distance: number | null;
  readonly createdAt: number;
  readonly deletedAt: number | null;
}

/** The distance is left out: it would tell the length of what the owner's zones hide. */
export interface SharedRunSummary extends RunSummary {
  readonly ownerId: string;
  readonly ownerName: string;
  readonly sharedAt: number;
}

export interface RunPage {
  /** The run that was created last comes first. */
  readonly runs: readonly OwnRunSummary[];
  /** The value to send as `after` for the next page; null on the last page. */
  readonly next: string | null;
  /**
   * Version of the whole list, on its first page: the value to send as `known` the next time. Missing in answers of
   * release 0.23.
   */
  readonly version?: string;
  /** Nothing has changed since the version that was sent as `known`; the page is empty. */
  readonly isSame?: true;
}

export interface SharedRunPage {
  /** The runs that the account keeps; the one that was shared last comes first. */
  readonly runs: readonly SharedRunSummary[];
  readonly next: string | null;
  /** Runs that wait for an answer, on the first page alone, and owners whose runs are not offered any more. */
  readonly offers?: readonly SharedRunSummary[];
  readonly blocked?: readonly BlockedOwner[];
}

export interface BlockedOwner {
  readonly ownerId: string;
  readonly ownerName: string;
}

/** `offer` undoes an answer: the run waits for one again. */
export const sharedRunAnswer = z.object({ answer: z.enum(['keep', 'remove', 'offer']) });
export type SharedRunAnswer = z.infer<typeof sharedRunAnswer>['answer'];

/** Whether runs of this owner are offered. */
export const runOwnerBlock = z.object({
  ownerId: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  isBlocked: z.boolean(),
});

/** List of whole runs, for pages of the release before. */
export interface RunList {
  readonly runs: readonly Run[];
  /** Room for uploaded videos. Where `limit` is 0, no videos can be uploaded to this server. */
  readonly videoBytes?: { readonly used: number; readonly limit: number };
}

export interface RunAnswer {
  readonly run: Run;
}

export const runShare = z.object({ email });
export const runLink = z.object({ isOn: z.boolean() });

/** A zone, around a home for example: positions inside it are taken out of everything that others get. */
const privacyZone = z.object({ name: line, at: place, radius: z.number().check(z.gte(50), z.lte(5_000)) });
export const privacyZones = z.object({ zones: z.array(privacyZone).check(z.maxLength(MAX_ZONES)) });
export type PrivacyZone = z.infer<typeof privacyZone>;

/** Types that a video is sent as; any other type that a browser may give a file is replaced by the first. */
export const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm'] as const;

/** Metadata that tus sends when an upload begins (Upload-Metadata). The id of the upload is the end of its address. */
export const videoMetadata = z.object({
  runId: id,
  videoId: id,
  chapter: z.string().check(z.regex(/^\d{1,2}$/)),
  filename: line,
  filetype: text(100),
});

export type VideoMetadata = z.infer<typeof videoMetadata>;

/** The path that an uploaded chapter is played from. */
export function videoPath({ videoTicket }: Pick<Run, 'videoTicket'>, uploadId: string): string {
  const path = runPaths.video.replace(':uploadId', encodeURIComponent(uploadId));
  return videoTicket === undefined ? path : `${path}?ticket=${encodeURIComponent(videoTicket)}`;
}

export const runPaths = {
  list: '/api/run-list',
  shared: '/api/shared-runs',
  sharedRun: '/api/shared-runs/:runId',
  owners: '/api/run-owners',
  runs: '/api/runs',
  run: '/api/runs/:runId',
  samples: '/api/runs/:runId/sources/:sourceId',
  shares: '/api/runs/:runId/shares',
  unshare: '/api/runs/:runId/shares/remove',
  link: '/api/runs/:runId/link',
  zones: '/api/account/privacy-zones',
  /** Uploads by tus: created at this path, continued and read below it. */
  videos: '/api/videos',
  video: '/api/videos/:uploadId',
} as const;

/** The key of a run's link travels in a header: in an address it would stand in logs. */
export const RUN_KEY_HEADER = 'X-Run-Key';
