import type * as z from 'zod/mini';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { type ErrorCode, isErrorCode } from '../../protocol/errors.ts';
import { MAX_BODY_BYTES } from '../../protocol/limits.ts';
import { type MostParts, parseStrictJson } from '../json/strict-json.ts';
import { type AppContext, headerIn } from './context.ts';

/** Bodies come in only here: size, media type, encoding, JSON and shape are checked before any handler sees a value. */
export async function readBody<Schema extends z.ZodMiniType>(
  c: AppContext,
  schema: Schema,
  mostBytes: number = MAX_BODY_BYTES,
): Promise<Result<z.infer<Schema>, ErrorCode>> {
  const bytes = await readJsonBytes(c, mostBytes);
  return bytes.ok ? parseBody(bytes.value, schema) : bytes;
}

/** The body's bytes, for a caller that counts them before they are parsed. */
export async function readJsonBytes(c: AppContext, most: number): Promise<Result<Buffer, ErrorCode>> {
  const mediaType = headerIn(c, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') return refuse('not-json');
  const bytes = await readBytes(c, most);
  if (bytes === undefined) return refuse('payload-too-large');
  return c.get('mayRead')(bytes.length) ? ok(bytes) : refuse('too-many-requests');
}

export function parseBody<Schema extends z.ZodMiniType>(
  bytes: Buffer,
  schema: Schema,
  mostParts?: MostParts,
): Result<z.infer<Schema>, ErrorCode> {
  const text = decodeUtf8(bytes);
  if (text === undefined) return refuse('invalid-json');
  const parsed = parseStrictJson(text, mostParts);
  return parsed.ok ? checkShape(parsed.value, schema) : parsed;
}

/** The first problem decides; a schema names its refusals by code. */
export function checkShape<Schema extends z.ZodMiniType>(
  value: unknown,
  schema: Schema,
): Result<z.infer<Schema>, ErrorCode> {
  const checked = schema.safeParse(value);
  if (checked.success) return ok(checked.data);
  return refuse(deepestCode(checked.error.issues) ?? 'invalid-argument');
}

/** A union hides what was wrong with its members one level down. */
function deepestCode(issues: readonly z.core.$ZodIssue[]): ErrorCode | undefined {
  for (const issue of issues) {
    const inner = issue.code === 'invalid_union' ? deepestCode(issue.errors.flat()) : undefined;
    if (inner !== undefined) return inner;
    if (isErrorCode(issue.message)) return issue.message;
  }
  return undefined;
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
