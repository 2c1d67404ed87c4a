import { randomUUID } from 'node:crypto';
import { type RunAnswer, runPaths } from '../../src/telemetry/protocol/runs.ts';
import { detailsOf, HOME, packedSamples, sourceOf } from '../support/runs.ts';
import { call, type Call, parse, type Reply } from './wire.ts';

/** A run with samples and a video, closed to everybody but its owner. */
export interface OwnRun {
  readonly id: string;
  readonly sourceId: string;
  readonly uploadId: string;
  /** Another upload, which may be changed. */
  readonly spareUploadId: string;
}

export const COUNT = 100;
export const TUS = { 'tus-resumable': '1.0.0' };
const CONTENT = new TextEncoder().encode('a video, more or less');
const newVideoId = randomUUID();

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The call that begins an upload and sends all of it. */
export function uploadCall(runId: string): Omit<Call, 'cookie'> {
  const metadata = { runId, videoId: newVideoId, chapter: '0', filename: 'a.mp4', filetype: 'video/mp4' };
  const pairs = Object.entries(metadata).map(([name, value]) => `${name} ${base64(value)}`);
  return {
    method: 'POST',
    path: runPaths.videos,
    bytes: CONTENT,
    headers: {
      ...TUS,
      'upload-length': String(CONTENT.length),
      'upload-metadata': pairs.join(','),
      'content-type': 'application/offset+octet-stream',
    },
  };
}

export const uploadIdIn = (reply: Reply): string => reply.headers.get('location')!.split('/').at(-1)!;

export const runPath = (path: string, { id, sourceId, uploadId }: OwnRun): string =>
  path.replace(':runId', id).replace(':sourceId', sourceId).replace(':uploadId', uploadId);

export const changeOf = (sourceId: string, basedOn: number | null, isDeleted = false) => ({
  basedOn,
  isDeleted,
  details: detailsOf({ name: `Run ${randomUUID()}`, sources: [sourceOf(COUNT, sourceId)], outline: [[...HOME]] }),
});

export const missingRun = (): OwnRun => ({
  id: randomUUID(),
  sourceId: randomUUID(),
  uploadId: randomUUID(),
  spareUploadId: randomUUID(),
});

/** A call that must succeed; for building only. */
async function must(url: string, request: Call): Promise<Reply> {
  const reply = await call(url, request);
  if (reply.status > 201) throw new Error(`A fixture was refused: ${request.path}: ${reply.text.slice(0, 400)}`);
  return reply;
}

export async function createOwnRun(
  url: string,
  cookie: string,
  { isDeleted = false }: { readonly isDeleted?: boolean } = {},
): Promise<OwnRun> {
  const made = missingRun();
  const path = runPath(runPaths.run, made);
  const body = changeOf(made.sourceId, null);
  await must(url, { method: 'PUT', path, cookie, body });
  const samples = { bytes: packedSamples(COUNT), headers: { 'content-type': 'application/octet-stream' } };
  await must(url, { method: 'PUT', path: runPath(runPaths.samples, made), cookie, ...samples });
  const upload = async () => uploadIdIn(await must(url, { ...uploadCall(made.id), cookie }));
  const [uploadId, spareUploadId] = [await upload(), await upload()];
  if (isDeleted) await must(url, { method: 'PUT', path, cookie, body: { ...body, basedOn: 1, isDeleted } });
  return { ...made, uploadId, spareUploadId };
}

/** A run that its owner shares: by address, by link, with a privacy zone around the owner's home. */
export interface SharedRun extends OwnRun {
  readonly key: string;
  /** The key of a link that was withdrawn. */
  readonly formerKey: string;
}

/** Digits of a position inside the zone: an answer with them reveals where the owner lives. */
export const HIDDEN_DIGITS = '9512345';
export const ZONE = 'canaryzone';

export async function createSharedRun(
  url: string,
  cookie: string,
  emails: readonly string[],
  { isDeleted = false }: { readonly isDeleted?: boolean } = {},
): Promise<SharedRun> {
  const run = await createOwnRun(url, cookie);
  const change = changeOf(run.sourceId, 1);
  const hidden: [number, number] = [Number(`46.${HIDDEN_DIGITS}`), HOME[1]];
  const body = { ...change, details: { ...change.details, outline: [hidden, [47.5, HOME[1]]] } };
  await must(url, { method: 'PUT', path: runPath(runPaths.run, run), cookie, body });
  const zones = [{ name: ZONE, at: [...HOME], radius: 2000 }];
  await must(url, { method: 'PUT', path: runPaths.zones, cookie, body: { zones } });
  for (const email of emails) await shareRun(url, cookie, run, email);
  const formerKey = await openLink(url, cookie, run);
  await must(url, { path: runPath(runPaths.link, run), cookie, body: { isOn: false } });
  const key = await openLink(url, cookie, run);
  if (isDeleted) {
    const deletion = { ...body, basedOn: 2, isDeleted };
    await must(url, { method: 'PUT', path: runPath(runPaths.run, run), cookie, body: deletion });
  }
  return { ...run, formerKey, key };
}

export async function shareRun(url: string, cookie: string, run: OwnRun, email: string): Promise<void> {
  await must(url, { path: runPath(runPaths.shares, run), cookie, body: { email } });
}

/** Keeps a run as a person it is shared with. */
export async function keepRun(url: string, cookie: string, run: OwnRun): Promise<void> {
  await must(url, { path: runPath(runPaths.sharedRun, run), cookie, body: { answer: 'keep' } });
}

/** Turns the link on and returns its key. */
async function openLink(url: string, cookie: string, run: OwnRun): Promise<string> {
  const path = runPath(runPaths.link, run);
  return parse<RunAnswer>(await must(url, { path, cookie, body: { isOn: true } })).run.sharing!.linkKey!;
}
