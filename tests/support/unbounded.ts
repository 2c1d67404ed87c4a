import * as z from 'zod/mini';

interface Json {
  readonly [name: string]: unknown;
}

/** The paths of texts and lists that have no greatest length. */
function pathsIn(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each, index) => pathsIn(each, `${path}.${index}`));
  if (typeof schema !== 'object' || schema === null) return [];
  const {
    type,
    maxLength,
    maxItems,
    prefixItems,
    pattern,
    enum: values,
    const: value,
    additionalProperties,
  } = schema as Json;
  const isOpenText = type === 'string' && [maxLength, pattern, values, value].every((each) => each === undefined);
  const isOpenList = type === 'array' && maxItems === undefined && prefixItems === undefined;
  const isOpenRecord = typeof additionalProperties === 'object';
  const here = isOpenText || isOpenList || isOpenRecord ? [path] : [];
  return [...here, ...Object.entries(schema).flatMap(([name, inner]) => pathsIn(inner, `${path}.${name}`))];
}

/** The schemas among what a module exports, by name. */
export const schemasOf = (module: object): [string, z.ZodMiniType][] =>
  Object.entries(module).filter((entry): entry is [string, z.ZodMiniType] => entry[1] instanceof z.ZodMiniType);

export const unbounded = (name: string, schema: z.ZodMiniType): string[] =>
  pathsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), name);
