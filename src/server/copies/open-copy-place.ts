import type { CopyConfig } from '../config.ts';
import { type CopyPlace, createFolderPlace } from './copy-place.ts';

/** S3's library is only loaded where it is configured. */
export async function openPlace(config: CopyConfig): Promise<CopyPlace> {
  if (config.kind === 'folder') return createFolderPlace(config.folder);
  return (await import('./s3-place.ts')).createS3Place(config.access, config.bucket, config.folder);
}

/** The place as the operator has named it. */
export const nameOf = (config: CopyConfig): string =>
  config.kind === 'folder' ? config.folder : `s3://${[config.bucket, config.folder].filter(Boolean).join('/')}`;
