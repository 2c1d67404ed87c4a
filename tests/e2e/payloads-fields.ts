import * as z from 'zod';
import type { ZodMiniType } from 'zod/mini';
import { clientMessage } from '../../src/protocol/client-message.ts';
import { eventCommand, racerCommand } from '../../src/protocol/commands.ts';
import { operations } from '../support/all-operations.ts';

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

/** Every field that takes free text: a string that is neither an enumeration nor of a fixed pattern. */
export function listTextFields(): string[] {
  const bodies = operations.flatMap(({ path, body }) => (body === undefined ? [] : [textsIn(body, path)]));
  return [...bodies, textsIn(eventCommand, ''), textsIn(racerCommand, ''), textsIn(clientMessage, 'live')].flat();
}

function textsIn(schema: ZodMiniType, name: string): string[] {
  return walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, name);
}

function walk(schema: JsonSchema, path: string): string[] {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return options.flatMap((option) => walk(option, path));
  if (schema.prefixItems !== undefined) return schema.prefixItems.flatMap((item) => walk(item, `${path}[]`));
  if (schema.items !== undefined) return walk(schema.items, `${path}[]`);
  if (schema.properties !== undefined) {
    const type = schema.properties['type']?.const;
    const name = typeof type === 'string' ? [path, type].filter(Boolean).join(' ') : path;
    return Object.entries(schema.properties).flatMap(([key, value]) => walk(value, `${name} ${key}`));
  }
  const isFree = schema.type === 'string' && schema.const === undefined && schema.enum === undefined;
  return isFree && (schema.pattern === undefined || schema.format === 'email') ? [path] : [];
}
