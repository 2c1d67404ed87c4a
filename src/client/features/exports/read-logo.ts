import { refuse, ok, type Result } from '../../../domain/result.ts';
import { LOGO_BOX, MAX_LOGO_BYTES } from '../../../protocol/letterhead.ts';

export type LogoFault = 'svg' | 'not-a-picture' | 'too-large' | 'unreadable';

const MAX_FILE_BYTES = 20 * 1024 * 1024;

/**
 * Logo as the server takes it: drawn anew as a small PNG, so that nothing but the picture is left of the file, and not the
 * place where it was taken.
 */
export async function readLogo(file: Blob): Promise<Result<string, LogoFault>> {
  if (file.size > MAX_FILE_BYTES) return refuse('too-large');
  const kind = kindOf(new Uint8Array(await file.slice(0, 512).arrayBuffer()));
  if (kind !== 'picture') return refuse(kind);
  try {
    const picture = await createImageBitmap(file);
    const fitting = Math.min(1, LOGO_BOX.width / picture.width, LOGO_BOX.height / picture.height);
    for (let scale = fitting; ; scale *= 0.8) {
      const png = await draw(picture, scale);
      if (png.size <= MAX_LOGO_BYTES) return ok(await addressOf(png));
    }
  } catch {
    return refuse('unreadable');
  }
}

/** Kind of a file by its first bytes: its name and media type may say anything. */
export function kindOf(head: Uint8Array): 'picture' | 'svg' | 'not-a-picture' {
  // Not by a decoder: browsers take Latin-1 for another table, in which the first byte of a PNG is a per mille sign.
  const text = String.fromCodePoint(...head);
  if (/^(?:\u{89}PNG\r\n|\u{FF}\u{D8}\u{FF}|RIFF[^]{4}WEBP)/u.test(text)) return 'picture';
  return /^(?:\u{EF}\u{BB}\u{BF})?\s*</u.test(text) && /<(?:svg|\?xml|!DOCTYPE svg|!--)/i.test(text)
    ? 'svg'
    : 'not-a-picture';
}

async function draw(picture: ImageBitmap, scale: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(picture.width * scale));
  canvas.height = Math.max(1, Math.floor(picture.height * scale));
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('The browser made no picture');
  return blob;
}

function addressOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture could not be read')));
    reader.readAsDataURL(blob);
  });
}
