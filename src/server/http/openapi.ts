import * as z from 'zod';
import type { ZodMiniType } from 'zod/mini';
import { tokenCalls } from '../../protocol/api-tokens.ts';
import { anyCommand } from '../../protocol/commands.ts';
import { errors, PROBLEM_TYPE } from '../../protocol/errors.ts';
import { api } from '../../protocol/routes.ts';
import { webhookHeaders, webhookMessage } from '../../protocol/webhooks.ts';
import { cookiePrefixOf } from '../accounts/session-cookie.ts';
import { problem } from './openapi-shapes.ts';
import type { Operation } from './operation.ts';

type Json = Readonly<Record<string, unknown>>;

/** All calls, and the shapes of their answers by name. */
export interface Calls {
  readonly operations: readonly Operation[];
  readonly shapes: Readonly<Record<string, ZodMiniType | z.ZodType>>;
}

/** The document of all calls. Clients are generated from it (`tests/programs`). */
export function createOpenApi(publicUrl: string, { operations, shapes }: Calls): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = pathOf(operation);
    paths[path] = { ...paths[path], [operation.method]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pushoff',
      version: '1',
      description:
        'Browsers have sessions, which are cookies; programs have tokens. Calls that take a token name its scopes in `x-scopes`: one of them is enough. Answers of the other calls are the app’s own and change with releases. Every refusal has the shape of Error.',
    },
    servers: [{ url: publicUrl }],
    paths,
    webhooks: { message: describeMessage() },
    components: {
      schemas: {
        ...Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, schemaOf(shape, 'output')])),
        ...commandSchemas(),
        Error: describeProblem(),
      },
      headers: {
        ETag: { description: 'Of this answer, for If-None-Match', schema: text },
        RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer' } },
      },
      responses: {
        NotModified: { description: 'The same as the answer with this ETag', headers: { ETag: ref('headers/ETag') } },
        TooManyRequests: {
          description: 'Too many requests: wait as long as Retry-After says',
          headers: { 'Retry-After': ref('headers/RetryAfter') },
          content: refused,
        },
        Refused: { description: 'Refused', content: refused },
      },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of the Account page, for programs' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: `${cookiePrefixOf(publicUrl)}.session_token`,
          description: 'Of a browser',
        },
      },
    },
  };
}

const text = { type: 'string' };
const ref = (path: string): Json => ({ $ref: `#/components/${path}` });
const refused = { [PROBLEM_TYPE]: { schema: ref('schemas/Error') } };

const pathOf = ({ path }: Operation): string => path.replaceAll(/:(\w+)/g, '{$1}');

function describe(operation: Operation): object {
  const { method, path, summary, query = {}, headers = {}, isKept, isOpen, type = 'application/json' } = operation;
  const of = (place: string, given: Readonly<Record<string, string>>) =>
    Object.entries(given).map(([name, description]) => ({ name, in: place, description, schema: text }));
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: text }));
  const known = isKept ? { 'if-none-match': 'The ETag of the last answer' } : {};
  const call = tokenCalls.find((each) => each.method === method && each.path === path);
  const schema = operation.answer === null ? {} : ref(`schemas/${operation.answer}`);
  return {
    operationId: operation.id ?? nameOf(operation),
    summary,
    security: [...(call ? [{ token: [] }] : []), { session: [] }, ...(isOpen ? [{}] : [])],
    ...(call && { 'x-scopes': call.scopes }),
    parameters: [...named, ...of('query', query), ...of('header', { ...headers, ...known })],
    ...describeBody(operation),
    responses: {
      [operation.status ?? 200]: {
        description: 'Done',
        ...(isKept && { headers: { ETag: ref('headers/ETag') } }),
        ...(type !== null && { content: { [type]: { schema } } }),
      },
      ...(isKept && { 304: ref('responses/NotModified') }),
      429: ref('responses/TooManyRequests'),
      default: ref('responses/Refused'),
    },
  };
}

function describeBody({ path, body, sends }: Operation): object {
  if (sends !== undefined) return { requestBody: { required: true, content: { [sends]: { schema: {} } } } };
  if (body === undefined) return {};
  const schema = schemaOf(body);
  const { properties } = schema;
  // The server checks commands one by one, so the schema of a batch says nothing of them.
  const isBatch = path === api.commands;
  const whole = isBatch
    ? {
        ...schema,
        properties: {
          ...(properties as Json),
          commands: { ...(properties as { commands: Json }).commands, items: ref('schemas/Command') },
        },
      }
    : schema;
  return { requestBody: { required: true, content: { 'application/json': { schema: whole } } } };
}

/** `GET /api/events/:eventId/changes` is getEventChanges: a thing that is named is one of its list. */
function nameOf({ method, path }: Operation): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'api');
  const words = parts.flatMap((part, index) => {
    if (part.startsWith(':')) return [];
    return (parts[index + 1]?.startsWith(':') ? part.replace(/s$/, '') : part).split(/[^a-zA-Z]+/);
  });
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Schemas of commands, each under a name of its own: generated clients then have a type for each. */
function commandSchemas(): Readonly<Record<string, Json>> {
  const kinds = kindsIn(schemaOf(anyCommand));
  const nameOfKind = ({ properties }: CommandSchema) =>
    `${properties.type.const
      .split('.')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('')}Command`;
  const mapping = kinds.map((kind) => [kind.properties.type.const, `#/components/schemas/${nameOfKind(kind)}`]);
  return {
    Command: {
      oneOf: kinds.map((kind) => ref(`schemas/${nameOfKind(kind)}`)),
      discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) },
    },
    ...Object.fromEntries(kinds.map((kind) => [nameOfKind(kind), kind])),
  };
}

interface CommandSchema extends Json {
  readonly properties: { readonly type: { readonly const: string } };
}

/** The members of a union of unions. */
function kindsIn(schema: Json): CommandSchema[] {
  const members = (schema['oneOf'] ?? schema['anyOf']) as readonly Json[] | undefined;
  return members === undefined ? [schema as unknown as CommandSchema] : members.flatMap(kindsIn);
}

function describeProblem(): Json {
  const schema = schemaOf(problem, 'output') as { properties: { error: { properties: { code: Json } } } };
  schema.properties.error.properties.code = { ...text, examples: Object.keys(errors) };
  return schema as unknown as Json;
}

function schemaOf(schema: ZodMiniType | z.ZodType, io: 'input' | 'output' = 'input'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // An answer gets new fields without a new version: a client that refuses them would stop with the next release.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return described;
}

/** The message that a webhook's receiver gets. */
function describeMessage(): object {
  const headers = Object.values(webhookHeaders).map((name) => ({ name, in: 'header', required: true, schema: text }));
  return {
    post: {
      operationId: 'receiveMessage',
      summary: 'A result, a correction, a status or a test, signed as standardwebhooks.com says',
      // The signature is in the headers.
      security: [{}],
      parameters: headers,
      requestBody: { content: { 'application/json': { schema: schemaOf(webhookMessage, 'output') } } },
      responses: {
        '2XX': { description: 'Taken' },
        '4XX': { description: 'Not taken: the message comes again with the same id' },
      },
    },
  };
}
