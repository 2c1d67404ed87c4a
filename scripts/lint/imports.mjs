import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { refuseInsideServer } from './server-rooms.mjs';

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

/** Inside the client: the parts that a part must not import, and what to do instead. */
const CLIENT_MUST_NOT_IMPORT = {
  features: { parts: ['app'], instead: 'App composes features and hands them what they need as props' },
  event: {
    parts: ['features', 'app', 'leaderboard', 'timing'],
    instead: 'Every screen of an event stands on it: what one kind of screen needs belongs in timing or leaderboard',
  },
  timing: {
    parts: ['features', 'app', 'leaderboard'],
    instead: 'Timing screens are built from it, and the leaderboard draws with its rows and clocks',
  },
  leaderboard: { parts: ['features', 'app'], instead: 'Boards, spectators and screens draw with it' },
  ui: {
    parts: [
      'features',
      'app',
      'event',
      'timing',
      'leaderboard',
      'session',
      'sync',
      'run-sync',
      'racer-import',
      'recordings',
      'playback',
    ],
    instead: 'A component gets what it shows as props',
  },
  session: {
    parts: [
      'features',
      'app',
      'event',
      'timing',
      'leaderboard',
      'ui',
      'run-sync',
      'racer-import',
      'recordings',
      'playback',
    ],
    instead: 'They stand on it, not it on them',
  },
  sync: {
    parts: [
      'features',
      'app',
      'event',
      'timing',
      'leaderboard',
      'ui',
      'run-sync',
      'racer-import',
      'recordings',
      'playback',
    ],
    instead: 'It takes its storage, transport and clock as ports',
  },
  'racer-import': {
    parts: ['features', 'app', 'event', 'timing', 'leaderboard', 'session', 'sync', 'run-sync'],
    instead: 'It reads a list; the feature that shows it records the racers',
  },
  'run-sync': {
    parts: ['features', 'app', 'event', 'timing', 'leaderboard', 'ui', 'racer-import', 'recordings', 'playback'],
    instead: 'It takes its storage, calls and clock as ports',
  },
};

const PROTOCOL_PACKAGES = ['zod'];
const TEST_PACKAGES = ['vitest', 'fast-check'];

/** @param {string} file an absolute path @returns {string[]} its folders and name below the project */
const stepsTo = (file) => relative(root, file).split(sep);

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
 * @param {string[]} from
 * @param {string[]} to
 */
function refuseInsideClient([, , part, feature], [, , otherPart, otherFeature]) {
  if (part === 'features' && otherPart === 'features' && feature !== otherFeature) {
    return `features/${feature} must not import features/${otherFeature}. App composes features; what both need belongs in ui, session, protocol or domain.`;
  }
  const rule = CLIENT_MUST_NOT_IMPORT[/** @type {keyof typeof CLIENT_MUST_NOT_IMPORT} */ (part)];
  if (!rule?.parts.includes(otherPart ?? '')) return undefined;
  return `client/${part} must not import client/${otherPart}. ${rule.instead}.`;
}

/**
 * Why a file under src may not import this; undefined when it may.
 * @param {string} file
 * @param {string} specifier
 */
function refuse(file, specifier) {
  const from = stepsTo(file);
  if (from[0] !== 'src') return undefined;
  const room = /** @type {keyof typeof MAY_IMPORT} */ (from[1]);
  if (!MAY_IMPORT[room]) return undefined;

  if (specifier.startsWith('/') || specifier.startsWith('#') || /^(file|https?|data):/.test(specifier)) {
    return `'${specifier}' hides which room it comes from: write a relative path.`;
  }
  const isTest = /\.test\.tsx?$/.test(file);
  if (!specifier.startsWith('.')) return refusePackage(room, specifier, isTest);

  const to = stepsTo(join(dirname(file), specifier));
  // Test files for the readers are written by encoders in tests/support, which are no part of the product.
  if (isTest && to[0] === 'tests' && to[1] === 'support') return undefined;
  if (to[0] !== 'src') return `src stands on its own: it must not import ${to.join('/')}.`;
  if (!MAY_IMPORT[room].includes(to[1] ?? '')) return `${room} must not import ${to[1] ?? 'src'}. ${WHY[room]}.`;
  if (room === 'server' && to[1] === 'server') return refuseInsideServer(from, to);
  return room === 'client' && to[1] === 'client' ? refuseInsideClient(from, to) : undefined;
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
        const [top, room] = stepsTo(context.filename);
        // The server loads the client's build from a path that is known only at run time.
        if (specifier === undefined && top === 'src' && room !== 'server') {
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
