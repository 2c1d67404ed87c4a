import type { Readable } from 'node:stream';
import { S3Store } from '@tus/s3-store';
import type { S3StoreConfig } from '../../../server/config.ts';
import { s3Options } from '../../../server/s3-options.ts';
import type { VideoStore } from './video-store.ts';

/** Size of the parts that tus sends; the smallest that such stores take is 5 MB. */
const PART_BYTES = 8 * 1024 * 1024;

class RangedS3Store extends S3Store {
  async readRange(uploadId: string, first: number, last: number): Promise<Readable | undefined | 'busy'> {
    try {
      const Range = `bytes=${first}-${last}`;
      const { Body } = await this.client.getObject({ Bucket: this.bucket, Key: this.partKey(uploadId), Range });
      return Body as Readable;
    } catch (error) {
      if ((error as Error).name === 'NoSuchKey') return undefined;
      if (isFault(error)) return 'busy';
      throw error;
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

/** The store, or the way to it, is out of order; with wrong keys or a wrong bucket it answers 4xx. */
const isFault = (error: unknown): boolean => {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return status === undefined || status >= 500 || status === 429;
};

/** Objects are named by the id of their upload; the bucket is for nothing else, and closed to all but this server. */
export function createS3VideoStore({ bucket, ...access }: S3StoreConfig): VideoStore {
  const store = new RangedS3Store({
    partSize: PART_BYTES,
    // Tags are off: not every S3 store knows them, and unfinished uploads are found in our own rows.
    useTags: false,
    s3ClientConfig: { bucket, ...s3Options(access) },
  });
  return {
    datastore: store,
    read: (uploadId, first, last) => store.readRange(uploadId, first, last),
    finish: async () => undefined,
    remove: (uploadId) => store.removeAll(uploadId),
    listStrays: async () => [],
  };
}
