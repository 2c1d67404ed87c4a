import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';

/** The files that declare the sent and the stored shapes. */
const SHAPES = {
  wire: [
    ...filesIn('src/protocol'),
    ...filesIn('src/telemetry/protocol'),
    ...['changes', 'state', 'lines', 'race-settings', 'precision', 'ruling'].map(
      (name) => `src/domain/model/${name}.ts`,
    ),
    'src/domain/events/commands.ts',
    'src/domain/access/can.ts',
    'src/domain/timing/clock.ts',
    'src/domain/racers/library.ts',
  ],
  storage: [
    'src/server/storage/schema.ts',
    'src/server/storage/event-tables.ts',
    'src/server/storage/run-tables.ts',
    'src/server/storage/api-tables.ts',
    'src/client/sync/idb-connection.ts',
    'src/client/sync/ports.ts',
  ],
};

function filesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return names.map((name) => `${folder}/${name}`);
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly declaration?: Node | null;
  readonly id?: { readonly name: string };
  readonly declarations?: readonly { readonly id: { readonly name: string } }[];
}

/** Types and schemas. Functions are left out, because they are not part of a shape. */
function shapesIn(source: string): Node[] {
  const { body } = parseAst(source, { lang: 'ts' }) as unknown as { readonly body: readonly Node[] };
  return body
    .map((node) => (node.type === 'ExportNamedDeclaration' ? (node.declaration ?? node) : node))
    .filter(({ type, start, end }) => {
      if (type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration') return true;
      return (
        type === 'VariableDeclaration' &&
        /\bz\.|laterKinds|statuses|directions|startPolicies|toneSets|readingRules|tieRules|tapWays/.test(
          source.slice(start, end),
        )
      );
    });
}

/** Comments, spaces and the order of declarations do not count. */
function textOf(node: Node): string {
  return JSON.stringify(node, (key, value: unknown) =>
    ['start', 'end', 'range', 'loc'].includes(key) ? undefined : value,
  );
}

function hash(texts: readonly string[]): string {
  return createHash('sha256').update(texts.toSorted().join('\n')).digest('base64url').slice(0, 22);
}

export interface SchemaHashes {
  readonly wire: string;
  readonly storage: string;
}

/** `read` is a parameter so that a test can change a file without writing it. */
export function hashSchemas(read: (file: string) => string = (file) => readFileSync(file, 'utf8')): SchemaHashes {
  const shapes = (files: readonly string[]) => files.flatMap((file) => shapesIn(read(file)).map(textOf));
  const migrations = filesIn('src/server/storage/migrations');
  return { wire: hash(shapes(SHAPES.wire)), storage: hash([...shapes(SHAPES.storage), ...migrations]) };
}
