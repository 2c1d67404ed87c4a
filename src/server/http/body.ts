import type * as z from 'zod/mini';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { type ErrorCode, isErrorCode } from '../../protocol/errors.ts';
import { MAX_BODY_BYTES } from '../../protocol/limits.ts';
import { parseStrictJson } from '../json/strict-json.ts';
import { type AppContext, headerIn } from './context.ts';

/** The only way in: size, media type, encoding, JSON and shape are checked before any handler sees a value. */
export async function readBody<Schema extends z.ZodMiniType>(
  c: AppContext,
  schema: Schema,
  mostBytes: number = MAX_BODY_BYTES,
): Promise<Result<z.infer<Schema>, ErrorCode>> {
  const bytes = await readJsonBytes(c, mostBytes);
  return bytes.ok ? parseBody(bytes.value, schema) : bytes;
}

/** The body as it came, for whoever counts it before it is parsed. */
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
): Result<z.infer<Schema>, ErrorCode> {
  const text = decodeUtf8(bytes);
  const parsed = text === undefined ? undefined : parseStrictJson(text);
  if (parsed === undefined) return refuse('invalid-json');
  return checkShape(parsed.value, schema);
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

/** Undefined when there are too many. Counted as they arrive: a Content-Length is only what the client says. */
export async function readBytes(c: AppContext, most: number): Promise<Buffer | undefined> {
  if (Number(headerIn(c, 'content-length') ?? 0) > most) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Past the web's Request, which costs more than everything else that is done for a tap here. Not ended where there is
  // too much: the refusal still has to reach whoever is sending.
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
