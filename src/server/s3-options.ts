import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Access } from './config.ts';

/** A store that takes a connection and says nothing would hold its caller for ever. */
const CONNECT_MS = 5_000;
const ANSWER_MS = 30_000;
/** Tries of one request; callers try again in their own time. */
const TRIES = 2;

export function s3Options({ endpoint, region, credentials }: S3Access): S3ClientConfig {
  return {
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Checksums are off: most other S3 stores refuse bodies with a checksum at their end.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(credentials !== undefined && { credentials }),
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
  };
}
