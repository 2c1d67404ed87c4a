import { randomUUID } from 'node:crypto';
import { runPaths } from '../../src/telemetry/protocol/runs.ts';
import { call, parse } from '../matrix/wire.ts';
import { createRun, packedSamples, runsOf } from '../support/runs.ts';
import type { AttackCase } from './case.ts';
import { newEmail, type Person, signUp, signUpConfirmed } from './people.ts';
import type { Target } from './target.ts';

const GIGABYTE = 1024 ** 3;
/** Enough for a new user who tries the product before opening the mail. */
const MOST_UNCONFIRMED_BYTES = 8 * 1024 ** 2;
const TRIES = 4;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;

interface Listed {
  readonly runs: readonly { readonly id: string }[];
}

function metadataOf(runId: string): string {
  const fields = { runId, videoId: randomUUID(), chapter: '0', filename: 'a.mp4', filetype: 'video/mp4' };
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

/** The id of the upload, if the server accepted it. */
async function beginUpload({ url }: Target, { cookie }: Person, runId: string, size: number): Promise<string | null> {
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': String(size),
    'upload-metadata': metadataOf(runId),
  };
  const reply = await call(url, { method: 'POST', path: runPaths.videos, cookie, headers });
  return reply.status === 201 ? (reply.headers.get('location')?.split('/').at(-1) ?? null) : null;
}

async function offsetOf({ url }: Target, { cookie }: Person, uploadId: string): Promise<number> {
  const path = runPaths.video.replace(':uploadId', uploadId);
  const reply = await call(url, { method: 'HEAD', path, cookie, headers: { 'tus-resumable': '1.0.0' } });
  return Number(reply.headers.get('upload-offset') ?? Number.NaN);
}

/** Attacks on runs, their samples and their videos. */
export const runCases: readonly AttackCase[] = [
  {
    id: '8',
    severity: 'medium',
    title: "PATCH /api/videos/<mine>?/<theirs> writes into somebody else's upload",
    isShort: true,
    async run(target) {
      const [attacker, victim] = [await signUpConfirmed(target), await signUpConfirmed(target)];
      const uploadOf = async (person: Person) => {
        const { runId } = await createRun(target, person);
        const uploadId = await beginUpload(target, person, runId, 1000);
        if (uploadId === null) throw new Error('No upload could be begun');
        return uploadId;
      };
      const [mine, theirs] = [await uploadOf(attacker), await uploadOf(victim)];
      const bytes = new Uint8Array(100).fill(7);
      const headers = {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      };
      for (const ending of [`?/${theirs}`, `?x=/${theirs}`, `%2F..%2F${theirs}`, `/../${theirs}`, `#/${theirs}`]) {
        const path = `/api/videos/${mine}${ending}`;
        await call(target.url, { method: 'PATCH', path, cookie: attacker.cookie, bytes, headers });
      }
      const written = await offsetOf(target, victim, theirs);
      return { isOpen: written !== 0, figure: `${written} bytes written into it` };
    },
  },
  {
    id: '11',
    severity: 'medium',
    title: 'Disk for an account whose address nobody has confirmed',
    isShort: true,
    async run(target) {
      const attacker = await signUp(target);
      const { runId } = await createRun(target, attacker);
      let promised = 0;
      for (const size of [15 * GIGABYTE, 4 * GIGABYTE, GIGABYTE, GIGABYTE / 16]) {
        while (promised < 25 * GIGABYTE && (await beginUpload(target, attacker, runId, size)) !== null)
          promised += size;
      }
      const samples = packedSamples(200_000);
      let stored = 0;
      for (let index = 0; index < TRIES; index += 1) {
        const run = await createRun(target, attacker);
        const { status } = await runsOf(target, attacker).putSamples(run.runId, run.sourceId, samples);
        if (status === 200) stored += samples.length;
      }
      const figure = `room for ${megabytes(promised)} of videos given, ${megabytes(stored)} of samples stored`;
      return { isOpen: promised + stored > MOST_UNCONFIRMED_BYTES, figure };
    },
  },
  {
    id: '18',
    severity: 'low',
    title: 'Sharing a run, to learn whether an address has an account',
    isShort: true,
    async run(target) {
      const [owner, known] = [await signUpConfirmed(target), await signUpConfirmed(target)];
      const answerFor = async (email: string) => {
        const { runId, sourceId } = await createRun(target, owner);
        const { run } = await runsOf(target, owner).share(runId, email);
        const text = JSON.stringify({ ...run, createdAt: 0 });
        return [runId, sourceId, email].reduce((shown, part) => shown.replaceAll(part, '…'), text);
      };
      const [withAccount, without] = [await answerFor(known.email), await answerFor(newEmail())];
      const names = withAccount.includes(known.userId);
      const isOpen = names || withAccount !== without;
      return {
        isOpen,
        figure: isOpen ? `the answers differ${names ? ', and name its id' : ''}` : 'the answers are alike',
      };
    },
  },
  {
    id: '20',
    severity: 'low',
    title: "Runs that a stranger puts into somebody's list",
    isShort: true,
    async run(target) {
      const [stranger, victim] = [await signUpConfirmed(target), await signUpConfirmed(target)];
      const { runId } = await createRun(target, stranger, { name: 'Buy watches' });
      await runsOf(target, stranger).share(runId, victim.email);
      // The lists of runs: an unanswered offer is not among them.
      const lists = await Promise.all(
        [runPaths.runs, runPaths.list, runPaths.shared].map(async (path) => {
          const reply = await call(target.url, { path, cookie: victim.cookie });
          return reply.status === 200 ? parse<Listed>(reply).runs : [];
        }),
      );
      const listed = lists.flat().some(({ id }) => id === runId);
      return { isOpen: listed, figure: listed ? 'it stands among their runs, unasked' : 'it is not among their runs' };
    },
  },
];
