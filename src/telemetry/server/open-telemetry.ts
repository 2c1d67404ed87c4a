import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerContext } from '../../server/server-context.ts';
import type { Config } from '../../server/config.ts';
import type { KeyGuesses } from '../../server/guesses/key-guesses.ts';
import type { App } from '../../server/http/context.ts';
import type { Calls } from '../../server/http/openapi.ts';
import { createRunListRoutes } from './http/run-list-routes.ts';
import { runOperations } from './http/run-operations.ts';
import { createRunRoutes } from './http/run-routes.ts';
import { runShapes } from './http/run-shapes.ts';
import { createSampleRoutes } from './http/sample-routes.ts';
import { createVideoRoutes } from './http/video-routes.ts';
import type { KnownEvents } from '../../server/reads/known-events.ts';
import { createRedactedCopies } from './runs/redacted-copies.ts';
import { createRedactor } from './runs/redactor.ts';
import { createStorageRoom, freeBytesOf, type StorageRoom } from './runs/storage-room.ts';
import { runsJob } from './runs/upkeep-job.ts';
import { createFileVideoStore, type VideoStore } from './runs/video-store.ts';
import type { Storage } from '../../server/storage/engine.ts';
import { readWhole } from './storage/samples.ts';
import { measureStored } from './storage/stored-bytes.ts';
import type { Job, Upkeep } from '../../server/upkeep/upkeep.ts';

/** What the server takes of telemetry: routes, their description, a job of the upkeep, and its end. */
export interface Telemetry extends Calls {
  readonly job: Job;
  /** Room on the disk, which recordings share with pictures of finishes. */
  readonly room: StorageRoom;
  routes(parts: {
    readonly upkeep: Pick<Upkeep, 'wake'>;
    readonly keyGuesses: KeyGuesses;
    readonly knownEvents: KnownEvents;
  }): readonly App[];
  stop(): void;
}

/** @param redactorFile path of the built thread that takes hidden places out of samples, if there is one */
export async function openTelemetry(
  accounts: ServerContext,
  config: Config,
  redactorFile: string | undefined,
): Promise<Telemetry> {
  const { storage, clock, log } = accounts;
  const { db } = storage;
  const { runQuota, videoQuota } = config;
  const videos = await openVideoStore(config, db);
  const redacted = await createRedactedCopies({
    folder: join(config.dataDir, 'redacted'),
    clock,
    load: (source, signal) => readWhole(db, source, signal),
    redact: createRedactor(redactorFile),
  });
  const room = createStorageRoom({
    clock,
    log,
    cap: config.storageCap,
    floor: config.freeSpaceFloor,
    isHere: { runs: storage.engine === 'sqlite', videos: config.videoStore.kind === 'files' },
    measureStored: () => measureStored(db),
    measureFree: () => freeBytesOf(config.dataDir),
  });
  return {
    operations: runOperations,
    shapes: runShapes,
    job: runsJob({ db, videos }),
    room,
    routes({ upkeep, keyGuesses, knownEvents }) {
      const wake = () => upkeep.wake('runs');
      const runs = { accounts, videos, redacted, room, runQuota, videoQuota, upkeep: { wake } };
      return [
        createRunListRoutes(runs, keyGuesses),
        createRunRoutes(runs, keyGuesses, knownEvents),
        createSampleRoutes(runs),
        createVideoRoutes(runs),
      ];
    },
    stop: redacted.stop,
  };
}

/** The S3 store, which needs a cloud's library, is only loaded where it is configured. */
async function openVideoStore({ videoStore, dataDir }: Config, db: Storage['db']): Promise<VideoStore> {
  if (videoStore.kind === 's3') return (await import('./runs/s3-video-store.ts')).createS3VideoStore(videoStore);
  await mkdir(join(dataDir, 'videos'), { recursive: true, mode: 0o700 });
  return createFileVideoStore(join(dataDir, 'videos'), db);
}
