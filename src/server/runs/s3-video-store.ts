import type { Readable } from 'node:stream';
import { S3Store } from '@tus/s3-store';
import type { S3StoreConfig } from '../config.ts';
import type { VideoStore } from './video-store.ts';

/** Size of the parts that tus sends; the smallest that such stores take is 5 MB. */
const PART_BYTES = 8 * 1024 * 1024;

class RangedS3Store extends S3Store {
  async readRange(uploadId: string, first: number, last: number): Promise<Readable | undefined> {
    try {
      const Range = `bytes=${first}-${last}`;
      const { Body } = await this.client.getObject({ Bucket: this.bucket, Key: this.partKey(uploadId), Range });
      return Body as Readable;
    } catch (error) {
      if ((error as Error).name !== 'NoSuchKey') throw error;
      return undefined;
    }
  }

  /**
   * A whole upload has nothing left to abort, which some stores answer with an error; its objects are deleted anyway.
   */
  async removeAll(uploadId: string): Promise<void> {
    try {
      await super.remove(uploadId);
    } catch (error) {
      if ((error as { status_code?: number }).status_code !== 404) throw error;
    }
    for (const Key of [this.partKey(uploadId), this.partKey(uploadId, true), this.infoKey(uploadId)]) {
      await this.client.deleteObject({ Bucket: this.bucket, Key });
    }
  }
}

/** Objects are named by the id of their upload; the bucket is for nothing else, and closed to all but this server. */
export function createS3VideoStore({ bucket, endpoint, region, credentials }: S3StoreConfig): VideoStore {
  const store = new RangedS3Store({
    partSize: PART_BYTES,
    // Tags are off: not every S3 store knows them, and unfinished uploads are found in our own rows.
    useTags: false,
    s3ClientConfig: {
      bucket,
      region,
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      // Checksums are off: most other S3 stores refuse bodies with a checksum at their end.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(credentials !== undefined && { credentials }),
    },
  });
  return {
    datastore: store,
    read: (uploadId, first, last) => store.readRange(uploadId, first, last),
    finish: async () => undefined,
    remove: (uploadId) => store.removeAll(uploadId),
    listStrays: async () => [],
  };
}
