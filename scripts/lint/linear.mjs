import { analyse } from 'scslre';
import { isDisjointWith, JS, NFA } from 'refa';

/** @import { Rule } from './rule.d.ts' */
/** @typedef {ReturnType<typeof analyse>['parsed']} Parsed */
/** @typedef {Parsed['pattern']['alternatives'][number]['elements'][number]} Element */
/** @typedef {Extract<Element, { type: 'Quantifier' }>} Quantifier */

const HINT = 'bound its quantifiers, anchor it, or look for what it means step by step';

/**
 * Refuses patterns whose time grows faster than their input: a request of 15,000 characters once held the server for
 * 400 ms through the log. scslre finds the cases that one repeated character triggers; `findRestart` finds those that
 * need a longer text.
 * @type {Rule}
 */
export const linear = {
  meta: { type: 'problem' },
  create(context) {
    return {
      Literal(node) {
        if (!('regex' in node)) return;
        const { parsed, reports } = analyse({ source: node.regex.pattern, flags: node.regex.flags });
        const [report] = reports;
        const repeated = report ? `'${report.character.pick}' repeated` : findRestart(parsed)?.raw;
        if (repeated === undefined) return;
        context.report({ node, message: `This pattern takes more than linear time (${repeated}): ${HINT}.` });
      },
      Identifier(node) {
        if (node.name !== 'RegExp' || node.parent.type === 'TSTypeReference') return;
        context.report({ node, message: 'A pattern made at run time cannot be checked: write it as a literal.' });
      },
    };
  },
};

/**
 * Finds a quantifier by which a search restarts at every repetition of a text, and runs to its end each time:
 * `<!--.*?-->` over many `<!--`. Such a quantifier has no bound, can read what precedes it in the pattern, and has
 * something after it.
 * @param {Parsed} parsed
 * @returns {Quantifier | undefined}
 */
function findRestart({ pattern, flags }) {
  /** @param {string} source */
  const automaton = (source) => {
    const parser = JS.Parser.fromLiteral({ source, flags: flags.raw });
    const { expression, maxCharacter } = parser.parse({ assertions: 'ignore', backreferences: 'disable' });
    return NFA.fromRegex(expression, { maxCharacter });
  };
  /** @param {Quantifier} quantifier @param {string} before */
  const reads = ({ element }, before) =>
    !isDisjointWith(automaton(`[^]*(?:${before})`), automaton(`(?:${element.raw})+`));

  /** @param {Element} element @param {string} before @param {boolean} mayFail @returns {Quantifier | undefined} */
  const findIn = (element, before, mayFail) => {
    switch (element.type) {
      case 'Group':
      case 'CapturingGroup':
        return firstOf(element.alternatives, ({ elements }) => findAlong(elements, before, mayFail));
      case 'Quantifier':
        if (element.max === Infinity && mayFail && reads(element, before)) return element;
        return findIn(element.element, before, mayFail || element.max > 1);
      default:
        return undefined;
    }
  };
  /** @param {Element[]} elements @param {string} before @param {boolean} mayFail @returns {Quantifier | undefined} */
  const findAlong = (elements, before, mayFail) => {
    const [first] = elements;
    if (first?.type === 'Assertion' && first.kind === 'start' && !flags.multiline) return undefined;
    return firstOf(elements, (element, index) => {
      const passed =
        before +
        elements
          .slice(0, index)
          .map(({ raw }) => raw)
          .join('');
      return findIn(element, passed, mayFail || elements.slice(index + 1).some(isRequired));
    });
  };
  if (flags.sticky) return undefined;
  return firstOf(pattern.alternatives, ({ elements }) => findAlong(elements, '', false));
}

/** @param {Element} element */
const isRequired = (element) => element.type !== 'Quantifier' || element.min > 0;

/**
 * @template Item, Found
 * @param {Item[]} items
 * @param {(item: Item, index: number) => Found | undefined} find
 */
function firstOf(items, find) {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
