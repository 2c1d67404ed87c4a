import type * as z from 'zod/mini';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { MAX_BODY_BYTES } from '../../protocol/limits.ts';
import { type MostParts, parseStrictJson } from '../json/strict-json.ts';
import { type AppContext, headerIn } from './context.ts';
import { type Refusal, refusalOf } from './faults.ts';

/** Bodies come in only here: size, media type, encoding, JSON and shape are checked before any handler sees a value. */
export async function readBody<Schema extends z.ZodMiniType>(
  c: AppContext,
  schema: Schema,
  mostBytes: number = MAX_BODY_BYTES,
): Promise<Result<z.infer<Schema>, ErrorCode>> {
  const bytes = await readJsonBytes(c, mostBytes);
  return bytes.ok ? parseBody(c, bytes.value, schema) : bytes;
}

/** The body's bytes, for a caller that counts them before they are parsed. */
export async function readJsonBytes(c: AppContext, most: number): Promise<Result<Buffer, ErrorCode>> {
  const mediaType = headerIn(c, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') return refuse('not-json');
  const bytes = await readBytes(c, most);
  if (bytes === undefined) return refuse('payload-too-large');
  return c.get('mayRead')(bytes.length) ? ok(bytes) : refuse('too-many-requests');
}

/** Parses a body; its faults are kept with the request, so that the refusal can name them. */
export function parseBody<Schema extends z.ZodMiniType>(
  c: AppContext,
  bytes: Buffer,
  schema: Schema,
  mostParts?: MostParts,
): Result<z.infer<Schema>, ErrorCode> {
  const text = decodeUtf8(bytes);
  if (text === undefined) return refuse('invalid-json');
  const parsed = parseStrictJson(text, mostParts);
  if (!parsed.ok) return parsed;
  const checked = checkShape(parsed.value, schema);
  if (checked.ok) return checked;
  c.set('faults', checked.error.faults);
  return refuse(checked.error.code);
}

/** `at`: where the value stands in the body. */
export function checkShape<Schema extends z.ZodMiniType>(
  value: unknown,
  schema: Schema,
  at: readonly PropertyKey[] = [],
): Result<z.infer<Schema>, Refusal> {
  const checked = schema.safeParse(value);
  return checked.success ? ok(checked.data) : refuse(refusalOf(checked.error.issues, value, at));
}

/**
 * Undefined when there are too many bytes. Bytes are counted as they arrive: a Content-Length is only the client's
 * claim.
 */
export async function readBytes(c: AppContext, most: number): Promise<Buffer | undefined> {
  if (Number(headerIn(c, 'content-length') ?? 0) > most) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The body is read from Node's stream: the web's Request costs more than all other work for a tap here. The stream is
  // not destroyed when there is too much: the refusal still has to reach the sender.
  const incoming = c.env.incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  for await (const chunk of incoming) {
    size += chunk.byteLength;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
