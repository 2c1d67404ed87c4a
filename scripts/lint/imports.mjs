import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { refuseAcross } from './walls.mjs';

/** @import { CallExpression, Node, Rule } from './rule.d.ts' */

const root = resolve(import.meta.dirname, '..', '..');

/** Imports run one way: domain <- protocol <- {server, client}. Server and client never meet in source. */
const MAY_IMPORT = {
  domain: ['domain'],
  protocol: ['domain', 'protocol'],
  server: ['domain', 'protocol', 'server'],
  client: ['domain', 'protocol', 'client'],
};

const WHY = {
  domain: 'The rules must run anywhere: hand in what they need as a value, or move this code to the room that has it',
  protocol: 'It is read by both sides: keep to schemas over the domain',
  server: 'What server and client share belongs in protocol or domain',
  client: 'What server and client share belongs in protocol or domain',
};

const PROTOCOL_PACKAGES = ['zod'];
const TEST_PACKAGES = ['vitest', 'fast-check'];

/** @param {string} file an absolute path @returns {string[]} its folders and name below the project */
const stepsTo = (file) => relative(root, file).split(sep);

/** Telemetry has the same four sides as the rest. @param {string[]} steps */
const sideOf = (steps) => (steps[1] === 'telemetry' ? steps[2] : steps[1]);

/** @param {string} specifier */
const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/**
 * @param {keyof typeof MAY_IMPORT} room
 * @param {string} specifier
 * @param {boolean} isTest
 */
function refusePackage(room, specifier, isTest) {
  const name = packageOf(specifier);
  if (isTest && TEST_PACKAGES.includes(name)) return undefined;
  if (room === 'domain') return `domain imports no packages ('${specifier}'). ${WHY.domain}.`;
  if (room === 'protocol' && !PROTOCOL_PACKAGES.includes(name)) {
    return `protocol imports no package but zod ('${specifier}'). ${WHY.protocol}.`;
  }
  if (room === 'client' && isBuiltin(specifier)) return `client runs in a browser, which has no '${specifier}'.`;
  return undefined;
}

/**
 * Why a file under src may not import this; undefined when it may.
 * @param {string} file
 * @param {string} specifier
 */
function refuse(file, specifier) {
  const from = stepsTo(file);
  if (from[0] !== 'src') return undefined;
  const room = /** @type {keyof typeof MAY_IMPORT} */ (sideOf(from));
  if (!MAY_IMPORT[room]) return undefined;

  if (specifier.startsWith('/') || specifier.startsWith('#') || /^(file|https?|data):/.test(specifier)) {
    return `'${specifier}' hides which room it comes from: write a relative path.`;
  }
  const isTest = /\.test\.tsx?$/.test(file);
  if (!specifier.startsWith('.')) return refusePackage(room, specifier, isTest);

  const to = stepsTo(join(dirname(file), specifier));
  // Test files for the readers are written by encoders in tests/support, which are no part of the product.
  if (isTest && to[0] === 'tests' && to.slice(1, 3).includes('support')) return undefined;
  if (to[0] !== 'src') return `src stands on its own: it must not import ${to.join('/')}.`;
  const other = sideOf(to) ?? 'src';
  if (!MAY_IMPORT[room].includes(other)) return `${room} must not import ${other}. ${WHY[room]}.`;
  return refuseAcross(from, to);
}

/** @param {Node | null | undefined} node */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.quasis.length === 1) return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

/** Vite's way of importing many files at once. @param {CallExpression} call */
function globsOf({ callee, arguments: [first] }) {
  const isGlob =
    callee.type === 'MemberExpression' &&
    callee.object.type === 'MetaProperty' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'glob';
  if (!isGlob) return [];
  const patterns = first?.type === 'ArrayExpression' ? first.elements : [first];
  return patterns.map((pattern) => ({ pattern, text: textOf(pattern)?.replace(/^!/, '') }));
}

/** @type {Rule} */
export const imports = {
  meta: { type: 'problem' },
  create(context) {
    /** @param {Node} node @param {string | undefined} specifier */
    const check = (node, specifier) => {
      const message = specifier === undefined ? undefined : refuse(context.filename, specifier);
      if (message) context.report({ node, message });
    };
    /** @param {{ source?: Node | null }} node */
    const checkSource = ({ source }) => {
      if (source) check(source, textOf(source));
    };
    return {
      ImportDeclaration: checkSource,
      ExportNamedDeclaration: checkSource,
      ExportAllDeclaration: checkSource,
      TSImportType: checkSource,
      ImportExpression(node) {
        const specifier = textOf(node.source);
        const steps = stepsTo(context.filename);
        // The server loads the client's build from a path that is known only at run time.
        if (specifier === undefined && steps[0] === 'src' && sideOf(steps) !== 'server') {
          context.report({
            node,
            message: 'An import whose target is computed cannot be held to the rooms: write it out.',
          });
        }
        check(node.source, specifier);
      },
      TSExternalModuleReference: ({ expression }) => check(expression, textOf(expression)),
      CallExpression(node) {
        const [first] = node.arguments;
        if (node.callee.type === 'Identifier' && node.callee.name === 'require') check(node, textOf(first));
        for (const { pattern, text } of globsOf(node)) check(pattern ?? node, text);
      },
    };
  },
};
