import { S3 } from '@aws-sdk/client-s3';
import type { S3Access } from '../config.ts';
import { s3Options } from '../s3-options.ts';
import type { CopyPlace } from './copy-place.ts';

export function createS3Place(access: S3Access, bucket: string, folder: string): CopyPlace {
  const s3 = new S3(s3Options(access));
  const prefix = folder === '' ? '' : `${folder}/`;
  return {
    async put(name, bytes) {
      await s3.putObject({ Bucket: bucket, Key: prefix + name, Body: bytes });
    },
    async read(name) {
      const { Body } = await s3.getObject({ Bucket: bucket, Key: prefix + name });
      return Body!.transformToByteArray();
    },
    async list() {
      const names: string[] = [];
      let next: string | undefined;
      do {
        const page = await s3.listObjectsV2({
          Bucket: bucket,
          Prefix: prefix,
          ...(next !== undefined && { ContinuationToken: next }),
        });
        names.push(...(page.Contents ?? []).map(({ Key }) => Key!.slice(prefix.length)));
        next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
      } while (next !== undefined);
      return names;
    },
    async remove(name) {
      await s3.deleteObject({ Bucket: bucket, Key: prefix + name });
    },
  };
}
