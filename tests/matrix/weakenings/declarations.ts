import { parseAst } from 'vite';

/** What a file declares at its top: a function, a constant, a table. */
export interface Declaration {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Names declared inside it, which a refactoring may change without changing behaviour. */
  readonly locals: ReadonlySet<string>;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

export function readDeclarations(code: string): Declaration[] {
  const { body } = parseAst(code, { lang: 'ts' }) as unknown as { readonly body: readonly Node[] };
  return body.flatMap((statement) => {
    const declared = isNode(statement['declaration']) ? statement['declaration'] : statement;
    const parts = declared.type === 'VariableDeclaration' ? (declared['declarations'] as readonly Node[]) : [declared];
    return parts.flatMap((part) => {
      const id = part['id'];
      if (!isNode(id) || id.type !== 'Identifier') return [];
      const locals = new Set(
        childrenOf(part)
          .filter((child) => child !== id)
          .flatMap(namesGivenIn),
      );
      for (const name of paramsOf(part)) locals.add(name);
      return [{ name: id['name'] as string, start: part.start, end: part.end, locals }];
    });
  });
}

function namesGivenIn(node: Node): string[] {
  const own =
    node.type === 'VariableDeclarator' || node.type === 'CatchClause'
      ? namesOf((node['id'] ?? node['param']) as Node | null)
      : paramsOf(node);
  return [...own, ...childrenOf(node).flatMap(namesGivenIn)];
}

const paramsOf = (node: Node): string[] =>
  Array.isArray(node['params']) ? (node['params'] as readonly Node[]).flatMap(namesOf) : [];

/** The names of an identifier or a destructuring pattern. */
function namesOf(pattern: Node | null | undefined): string[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [pattern['name'] as string];
    case 'ObjectPattern':
      return (pattern['properties'] as readonly Node[]).flatMap((property) =>
        namesOf((property['value'] ?? property['argument']) as Node),
      );
    case 'ArrayPattern':
      return (pattern['elements'] as readonly (Node | null)[]).flatMap(namesOf);
    case 'AssignmentPattern':
      return namesOf(pattern['left'] as Node);
    case 'RestElement':
      return namesOf(pattern['argument'] as Node);
    default:
      return [];
  }
}
