/** @import { Node, Rule, Scope } from './rule.d.ts' */

const TAKE_TIME = 'take the time as an argument';
const HAND_IN = 'the domain has no platform: take the value as an argument';
const ZONE = "it depends on the machine's time zone: use the UTC methods, or take the zone as an argument";

/**
 * Names of the platform. The compiler refuses most of them too; a test's types or a stray declaration could make them
 * known again.
 */
const PLATFORM = new Set(
  `globalThis window self global document navigator location process Buffer require eval Function alert console
   fetch XMLHttpRequest WebSocket EventSource Worker BroadcastChannel MessageChannel
   localStorage sessionStorage indexedDB caches performance crypto
   setTimeout setInterval setImmediate queueMicrotask requestAnimationFrame requestIdleCallback`.split(/\s+/),
);

/** @type {Record<string, Record<string, string>>} */
const IMPURE_MEMBERS = {
  Date: { now: TAKE_TIME },
  Math: { random: 'take the random value as an argument' },
};

const LOCAL_TIME = /^(get|set)(Date|Day|Month|FullYear|Year|Hours|Minutes|Seconds|Milliseconds)$|^getTimezoneOffset$/;
const LOCALE = new Set(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString', 'localeCompare']);

/** @param {Node} property @param {boolean} computed */
function nameOf(property, computed) {
  if (property.type === 'Identifier' && !computed) return property.name;
  return property.type === 'Literal' ? String(property.value) : undefined;
}

/** The number of arguments with which a method no longer uses the machine's locale. @param {string} name */
const localeArguments = (name) => (name === 'localeCompare' ? 2 : 1);

/** @type {Rule} */
export const pure = {
  meta: { type: 'problem' },
  create(context) {
    /** @param {Node} node */
    const isGlobal = (node) => {
      if (node.type !== 'Identifier') return false;
      for (let scope = /** @type {Scope | null} */ (context.sourceCode.getScope(node)); scope; scope = scope.upper) {
        if (scope.set.get(node.name)?.defs.length) return false;
      }
      return true;
    };
    return {
      'Program:exit'() {
        for (const { identifier } of context.sourceCode.scopeManager.globalScope?.through ?? []) {
          const { name } = identifier;
          if (PLATFORM.has(name))
            context.report({ node: identifier, message: `No ${name} in the domain: ${HAND_IN}.` });
        }
      },
      MemberExpression({ object, property, computed }) {
        const name = nameOf(property, computed);
        if (object.type !== 'Identifier' || name === undefined || !isGlobal(object)) return;
        const why = IMPURE_MEMBERS[object.name]?.[name];
        if (why) context.report({ node: property, message: `No ${object.name}.${name} in the domain: ${why}.` });
      },
      // const { now } = Date
      VariableDeclarator({ id, init }) {
        if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier' || !(init.name in IMPURE_MEMBERS)) return;
        context.report({ node: id, message: `Write ${init.name}.name in the domain, so that it can be checked.` });
      },
      NewExpression(node) {
        if (node.callee.type !== 'Identifier' || node.callee.name !== 'Date' || !isGlobal(node.callee)) return;
        if (node.arguments.length === 0)
          context.report({ node, message: `No new Date() in the domain: ${TAKE_TIME}.` });
        if (node.arguments.length > 1)
          context.report({ node, message: `No new Date(year, month…) in the domain: ${ZONE}.` });
      },
      CallExpression(node) {
        const { callee } = node;
        if (callee.type === 'Identifier' && callee.name === 'Date' && isGlobal(callee)) {
          context.report({ node, message: `No Date() in the domain: ${TAKE_TIME}.` });
        }
        if (callee.type !== 'MemberExpression') return;
        const name = nameOf(callee.property, callee.computed);
        if (name === undefined) return;
        if (LOCAL_TIME.test(name))
          context.report({ node: callee.property, message: `No ${name} in the domain: ${ZONE}.` });
        if (LOCALE.has(name) && node.arguments.length < localeArguments(name)) {
          const message = `${name} without a locale gives each machine its own answer: name the locale.`;
          context.report({ node: callee.property, message });
        }
      },
    };
  },
};
