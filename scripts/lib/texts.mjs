import { parseAst } from 'vite';
import { BETWEEN_FORMS, keyOf } from './text-keys.mjs';

/**
 * The texts on screen, found in the source where they are written. The build of another language writes the translation
 * in their place: English is what the source says, no page carries a dictionary, and a new text needs no other step
 * than to be written.
 *
 * A text is what stands between tags, in a label, or in a string that reads like words. Its key is its English with
 * `{0}`, `{1}` for what is filled in: a translation may put those in another order. `word('Place', 'rank')` has the key
 * `Place [rank]`: one English word that means two things. `plural(n, 'racer', 'racers')` has the key `racer | racers`: a
 * translation has a form for each of its language's plural categories.
 */

/** @typedef {import('vite').ESTree.Node} Node */
/** @typedef {Extract<Node, { type: 'JSXElement' | 'JSXFragment' }>} JsxElement */
/** @typedef {{ start: number; end: number; messages: Message[] }} Slot what is filled in, with the texts inside it */
/** @typedef {{ kind: 'children' | 'attribute' | 'string' | 'template' | 'plural'; key: string; start: number; end: number; slots: Slot[]; before: string; after: string; isLabel: boolean }} Message isLabel: it stands on a button or in a menu, where there is one line for it */

/** Folders and files whose strings nobody reads on a screen, or that read what people write in every language. */
const NOT_READ =
  /^src\/(?:client\/(?:ui\/(?:samples|languages)|sync\/|loading\/|session\/|features\/developers\/|service-worker\/worker|app\/dev-ui)|domain\/(?:racers\/import|exports\/|timing\/(?:csv|local-time|time-zones)|events\/(?:erase-person|unknown-change))|protocol\/(?!errors\.|read-errors\.|payments\.)|telemetry\/(?:client\/run-sync\/|domain\/(?!read-texts|compare\/)|protocol\/))|\.test\.tsx?$/;

/** @param {string} path from the project's root, with `/` */
export const hasTexts = (path) =>
  /^src\/(?:client|domain|protocol|server\/words|telemetry\/(?:client|domain))\/.*\.tsx?$/.test(path) &&
  !NOT_READ.test(path);

/** Attributes that no reader meets. */
const TECHNICAL =
  /^(?:class(?:Name)?|style|d|viewBox|fill|stroke.*|type|role|id|name|href|to|src|srcSet|sizes|variant|size|kind|tone|autoComplete|inputMode|key|htmlFor|rel|target|aria-(?:live|haspopup|controls|labelledby|describedby|current)|scope|as|path|data-.*|xmlns|points|align|side|icon|transform|pattern|method|enterKeyHint|autoCapitalize|accept|preload|mode|look|from|.*Class(?:Name)?)$/;
const TECHNICAL_KEY = /^(?:class(?:Name)?|.*Class(?:Name)?|id|key|href|src|type|kind|path|d)$/;
/** Calls whose strings are for machines. */
const MACHINE_CALL =
  /(?:^|\.)(?:querySelector(?:All)?|closest|matches|getElementById|addEventListener|removeEventListener|createElement|setAttribute|getAttribute|removeAttribute|getPropertyValue|setProperty|fetch|append|set|get|has|cx|matchMedia|supports|createPolicy|icon|toLocaleString|measureText|test|exec|split|join|replace|replaceAll|startsWith|endsWith|includes|indexOf|encodeURIComponent|warn|debug|info|dispatchEvent|log|createHash|performance)$/;
/** Calls whose last two words are one text: those of one and those of many. */
const COUNTING_CALL = /^(?:counted|plural|amount|many)$/;
/** Marks a single small word, and says which of its meanings it has. */
const WORD_CALL = 'word';
const COMPARISON = /^(?:===|!==|==|!=|in|instanceof)$/;
/** Elements and expressions that stand in the middle of a sentence. */
const INLINE = /^(?:a|b|i|em|strong|span|code|kbd|time|small|bdi|abbr|sup|sub|br|Link|Mark)$/;
const KEYS = /^(?:Escape|Enter|Tab|Space|Home|End|Backspace|Delete|PageUp|PageDown|Arrow\w+|Shift|Control|Alt|Meta)$/;
const CLASS_NAME =
  /^(?:-?[a-z@[*&!][\w!*&>.,:/[\]()%#@='"+<~-]*[-:[][^ ]*|flex|grid|block|hidden|relative|absolute|fixed|sticky|truncate|underline|inline|contain-strict|page|digits|heading)$/;
/** @param {string} text */
const isClassNames = (text) => {
  const tokens = text
    .replaceAll(/\{\d+\}/g, '')
    .trim()
    .split(/\s+/);
  return tokens.filter((token) => CLASS_NAME.test(token)).length > tokens.length / 2;
};
/** Drawings, fonts, colours, questions to the browser and lines for programs. */
const NOTATION =
  /^(?:M\{0\}|(?:\d+ )?[\d{}]+px |\(prefers-|pushoff \{|color-mix\(|rgb|translate|[A-Z][a-z]+(?:-[A-Z][a-z]+)+$)/;

/** @param {string} text */
const hasWord = (text) => /\p{L}{2}/u.test(text.replaceAll(/\{\d+\}/g, ''));

/** @param {string} text */
export function readsLikeWords(text) {
  if (!hasWord(text) || KEYS.test(text)) return false;
  const isSentence = /^[\s·(‘“…×+✓−]*\p{Lu}/u.test(text) && /\p{Ll}/u.test(text);
  const hasSeveral = /\p{L}[,.;:]? \p{Ll}/u.test(text.replaceAll(/\{\d+\}/g, 'a'));
  // Put beside something else: ' back', 'Added '.
  const isFragment = /^,? \p{Ll}{2}|\p{Ll}{2} $/u.test(text);
  if (!isSentence && !hasSeveral && !isFragment) return false;
  if (/^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/.test(text) || /^[\w-]+\/[\w+.-]+/.test(text)) return false;
  return !NOTATION.test(text) && (isSentence || !isClassNames(text));
}

/** As JSX reads the text between tags: lines are trimmed and joined. @param {string} raw */
function cleanJsx(raw) {
  const lines = raw.split(/\r?\n/);
  const kept = lines.map((line, index) => {
    const left = index === 0 ? line : line.replace(/^[ \t]+/, '');
    return index === lines.length - 1 ? left : left.replace(/[ \t]+$/, '');
  });
  return decode(kept.filter((line, index) => line !== '' || lines.length === 1 || index < 0).join(' '));
}

/** @type {Readonly<Record<string, string>>} */
const ENTITIES = { nbsp: '\u{A0}', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** @param {string} text */
const decode = (text) => text.replaceAll(/&(\w+);/g, (whole, name) => ENTITIES[name] ?? whole);

/** @param {Node} node @returns {string | null} */
function literalText(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? null;
  return null;
}

/** @param {Node} node */
const isString = (node) => literalText(node) !== null || node.type === 'TemplateLiteral';

/** @param {Node} node @returns {Node[]} */
function childrenOf(node) {
  const found = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'parent') continue;
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null && typeof each === 'object' && typeof each.type === 'string') found.push(each);
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

/**
 * Strings that the program compares or uses as names. One that is also read on a screen would stop working in another
 * language.
 * @param {string} code @param {string} path @returns {string[]}
 */
export function findNames(code, path) {
  const { body } = /** @type {{ body: Node[] }} */ (
    /** @type {unknown} */ (parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  );
  /** @param {Node} node @returns {string[]} */
  const find = (node) => {
    const names =
      node.type === 'BinaryExpression' && COMPARISON.test(node.operator)
        ? [literalText(node.left), literalText(node.right)]
        : node.type === 'SwitchCase' && node.test !== null
          ? [literalText(node.test)]
          : node.type === 'Property' && !node.computed
            ? [literalText(node.key)]
            : [];
    return [...names.filter((name) => name !== null), ...childrenOf(node).flatMap(find)];
  };
  return body.flatMap(find);
}

/** @param {Node} node a call's function: `a.b.c` @returns {string} */
function nameOf(node) {
  if (node.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`;
  if (node.type === 'JSXNamespacedName') return node.name.name;
  return node.type === 'Identifier' || node.type === 'JSXIdentifier' ? node.name : '';
}

/**
 * All texts of a module, in their order.
 * @param {string} code @param {string} path
 * @returns {Message[]}
 */
export function findTexts(code, path) {
  const { body } = /** @type {{ body: Node[] }} */ (
    /** @type {unknown} */ (parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  );
  return body.flatMap((node) => find(node, false));

  /** @param {Node} node @param {boolean} isShown a string here is read, even if it is a single small word @returns {Message[]} */
  function find(node, isShown) {
    if (/^(?:ImportDeclaration|ExportAllDeclaration|TSTypeAliasDeclaration|TSInterfaceDeclaration)$/.test(node.type)) {
      return [];
    }
    const within = (/** @type {boolean} */ shown) => childrenOf(node).flatMap((child) => find(child, shown));
    switch (node.type) {
      case 'JSXElement':
      case 'JSXFragment':
        return [
          ...(node.type === 'JSXElement' ? find(node.openingElement, false) : []),
          ...(isButton(node) ? labelled(findInChildren(node)) : findInChildren(node)),
        ];
      case 'JSXAttribute':
        return findInAttribute(node);
      case 'JSXExpressionContainer':
        return find(node.expression, isShown);
      case 'ConditionalExpression':
        return [...find(node.test, false), ...find(node.consequent, isShown), ...find(node.alternate, isShown)];
      case 'LogicalExpression':
        return [...find(node.left, false), ...find(node.right, isShown)];
      case 'BinaryExpression':
        return COMPARISON.test(node.operator) ? [] : within(isShown);
      case 'SwitchCase':
        return node.consequent.flatMap((/** @type {Node} */ each) => find(each, false));
      case 'Property':
        return [...(node.computed ? find(node.key, false) : []), ...findInValue(node)];
      case 'MemberExpression':
        return find(node.object, false);
      case 'NewExpression':
        return /Error$|^(?:URL|RegExp|Intl|Worker|Blob|File)/.test(nameOf(node.callee)) ? [] : within(false);
      case 'ThrowStatement':
        return [];
      case 'CallExpression':
        return findInCall(node);
      case 'Literal':
      case 'TemplateLiteral':
        return findInString(node, isShown);
      default:
        return /^TS(?!As|Satisfies|NonNull)/.test(node.type)
          ? []
          : node.type === 'TSAsExpression' ||
              node.type === 'TSSatisfiesExpression' ||
              node.type === 'TSNonNullExpression'
            ? find(node.expression, isShown)
            : within(node.type === 'ParenthesizedExpression' && isShown);
    }
  }

  /** @param {Node} node @param {boolean} isShown @returns {Slot} */
  function slot(node, isShown) {
    return { start: node.start, end: node.end, messages: find(node, isShown) };
  }

  /** @param {Extract<Node, { type: 'Property' }>} node */
  function findInValue(node) {
    const key = nameOf(node.key) || (literalText(node.key) ?? '');
    return TECHNICAL_KEY.test(key) && node.value.type !== 'ArrowFunctionExpression' && literalText(node.value) !== null
      ? []
      : key === 'label' || key === 'confirmLabel'
        ? // 'Delete' is a word on a button, and a key elsewhere.
          labelled(find(node.value, KEYS.test(literalText(node.value) ?? '')))
        : find(node.value, false);
  }

  /** A button, or a link that looks like one. @param {JsxElement} element */
  function isButton(element) {
    if (element.type === 'JSXFragment') return false;
    const { name, attributes } = element.openingElement;
    return (
      nameOf(name) === 'Button' ||
      attributes.some(
        (each) =>
          each.type === 'JSXAttribute' &&
          each.name.name === 'className' &&
          /\bbuttonClass\(/.test(code.slice(each.start, each.end)),
      )
    );
  }

  /** @param {Extract<Node, { type: 'CallExpression' }>} node */
  function findInCall(node) {
    const name = nameOf(node.callee);
    const isMachine = MACHINE_CALL.test(name);
    /** @type {Node[]} */
    const given = node.arguments;
    const context = name === WORD_CALL && given[1] !== undefined ? literalText(given[1]) : null;
    if (context !== null)
      return [message('string', keyOf(literalText(/** @type {Node} */ (given[0])) ?? '', context), node)];
    if (COUNTING_CALL.test(name) && given.length === 3 && given.every((each, index) => index === 0 || isString(each))) {
      return [...find(/** @type {Node} */ (given[0]), false), findForms(given.slice(1))];
    }
    return [
      ...find(node.callee, false),
      ...given.flatMap((each) =>
        isMachine && /^(?:Literal|TemplateLiteral)$/.test(each.type) ? [] : find(each, name === WORD_CALL),
      ),
    ];
  }

  /** What is filled in twice has one number in both forms. @param {readonly Node[]} forms */
  function findForms(forms) {
    /** @type {Slot[]} */
    const slots = [];
    const sourceOf = (/** @type {{ start: number; end: number }} */ { start, end }) => code.slice(start, end);
    const texts = forms.map((form) => {
      const plain = literalText(form);
      if (plain !== null) return plain;
      if (form.type !== 'TemplateLiteral') return '';
      return form.quasis
        .map((quasi, index) => {
          const inserted = form.expressions[index];
          if (inserted === undefined) return quasi.value.cooked;
          let at = slots.findIndex((each) => sourceOf(each) === sourceOf(inserted));
          if (at < 0) at = slots.push(slot(inserted, true)) - 1;
          return `${quasi.value.cooked}{${at}}`;
        })
        .join('');
    });
    const range = { start: forms[0]?.start ?? 0, end: forms.at(-1)?.end ?? 0 };
    return message('plural', texts.join(BETWEEN_FORMS), range, slots);
  }

  /** @param {Extract<Node, { type: 'JSXAttribute' }>} node */
  function findInAttribute(node) {
    const name = nameOf(node.name);
    if (TECHNICAL.test(name) || node.value === null) return [];
    if (node.value.type !== 'Literal')
      return find(node.value, /^(?:aria-label|label|title|placeholder|alt|text)$/.test(name));
    const key = decode(node.value.value);
    // A key of the keyboard has an attribute of its own: here 'Delete' and 'Home' are words.
    const isRead = KEYS.test(key) || readsLikeWords(key) || /^(?:aria-label|label|placeholder|alt)$/.test(name);
    if (!isRead) return [];
    return hasWord(key) ? [message('attribute', key, node.value)] : [];
  }

  /** @param {Node} node @param {boolean} isShown */
  function findInString(node, isShown) {
    const plain = literalText(node);
    if (plain !== null)
      return hasWord(plain) && (isShown || readsLikeWords(plain)) ? [message('string', plain, node)] : [];
    if (node.type !== 'TemplateLiteral') return [];
    /** @type {Node[]} */
    const inserted = node.expressions;
    const key = node.quasis
      .map((quasi, index) => quasi.value.cooked + (index < inserted.length ? `{${index}}` : ''))
      .join('');
    const isText = hasWord(key) && (isShown || readsLikeWords(key));
    const slots = inserted.map((each) => slot(each, isText || isShown));
    return isText ? [message('template', key, node, slots)] : slots.flatMap(({ messages }) => messages);
  }

  /** @param {JsxElement} element */
  function findInChildren(element) {
    /** @type {Node[]} */
    const children = element.children;
    const texts = children.map((child) => textOfChild(child));
    const isText = texts.map((text) => text !== null && /\p{L}/u.test(text));
    let [first, last] = [isText.indexOf(true), isText.lastIndexOf(true)];
    if (first < 0) return children.flatMap((child) => find(child, true));
    while (first > 0 && (texts[first - 1] !== null || isInline(children[first - 1]))) first -= 1;
    while (last < children.length - 1 && (texts[last + 1] !== null || isInline(children[last + 1]))) last += 1;
    while (!isText[first] && (texts[first] ?? 'x').trim() === '') first += 1;
    while (!isText[last] && (texts[last] ?? 'x').trim() === '') last -= 1;
    let whole = '';
    /** @type {Slot[]} */
    const slots = [];
    for (let index = first; index <= last; index += 1) {
      const text = texts[index];
      if (text !== null && text !== undefined) whole += text;
      else if (!isEmpty(children[index])) {
        whole += `{${slots.length}}`;
        slots.push(slot(/** @type {Node} */ (children[index]), true));
      }
    }
    const key = whole.trim();
    const [before, after] = [whole.slice(0, whole.indexOf(key)), whole.slice(whole.indexOf(key) + key.length)];
    const range = { start: children[first]?.start ?? 0, end: children[last]?.end ?? 0 };
    const own = hasWord(key)
      ? [{ ...message('children', key, range, slots), before, after }]
      : slots.flatMap(({ messages }) => messages);
    const outside = (/** @type {Node[]} */ nodes) => nodes.flatMap((child) => find(child, true));
    return [...outside(children.slice(0, first)), ...own, ...outside(children.slice(last + 1))];
  }
}

/** @param {Node | undefined} child */
const isEmpty = (child) => child?.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression';

/** Null if the child is no text. @param {Node} child @returns {string | null} */
function textOfChild(child) {
  if (child.type === 'JSXText') return cleanJsx(child.raw ?? child.value);
  if (child.type !== 'JSXExpressionContainer') return null;
  const text = literalText(child.expression);
  return text !== null && !/\p{L}/u.test(text) ? text : null;
}

/** @param {Node | undefined} child */
function isInline(child) {
  if (child === undefined) return false;
  if (child.type === 'JSXElement') return INLINE.test(nameOf(child.openingElement.name));
  return child.type === 'JSXExpressionContainer' && !holdsElement(child.expression);
}

/** @param {Node} node @returns {boolean} */
const holdsElement = (node) =>
  /^JSX(?:Element|Fragment|EmptyExpression)$/.test(node.type) || childrenOf(node).some((child) => holdsElement(child));

/**
 * @param {Message['kind']} kind @param {string} key @param {{ start: number; end: number }} range @param {Slot[]} [slots]
 * @returns {Message}
 */
const message = (kind, key, { start, end }, slots = []) => ({
  kind,
  key,
  start,
  end,
  slots,
  before: '',
  after: '',
  isLabel: false,
});

/** @param {readonly Message[]} messages @returns {Message[]} */
const labelled = (messages) => messages.map((each) => ({ ...each, isLabel: true }));

/** Every text, those inside of others too. @param {readonly Message[]} messages @returns {Message[]} */
export const flatten = (messages) =>
  messages.flatMap((each) => [each, ...each.slots.flatMap((slot) => flatten(slot.messages))]);

/**
 * The module with the texts of another language. A text without a translation stays English.
 * @param {string} code @param {string} path @param {(key: string) => string | undefined} lookUp
 */
export function translate(code, path, lookUp) {
  const messages = findTexts(code, path);
  return messages.length === 0 ? code : write(0, code.length, messages);

  /** @param {number} from @param {number} to @param {readonly Message[]} inside @returns {string} */
  function write(from, to, inside) {
    let [written, at] = ['', from];
    for (const each of inside) {
      written += code.slice(at, each.start) + writeMessage(each);
      at = each.end;
    }
    return written + code.slice(at, to);
  }

  /** @param {Message} each */
  function writeMessage({ kind, key, start, end, slots, before, after }) {
    const translation = lookUp(key);
    if (translation === undefined) {
      return write(
        start,
        end,
        slots.flatMap(({ messages: inside }) => inside),
      );
    }
    if (kind === 'string') return quote(translation);
    if (kind === 'attribute') return `{${quote(translation)}}`;
    if (kind === 'plural') {
      return translation
        .split(BETWEEN_FORMS)
        .map((form) => `\`${fill(form, 'template', slots)}\``)
        .join(', ');
    }
    const filled = fill(before + translation + after, kind, slots);
    return kind === 'template' ? `\`${filled}\`` : filled;
  }

  /** @param {string} translation @param {Message['kind']} kind @param {readonly Slot[]} slots */
  function fill(translation, kind, slots) {
    const parts = translation.split(/\{(\d+)\}/).map((part, index) => {
      if (index % 2 === 0) return kind === 'template' ? escapeTemplate(part) : part && `{${quote(part)}}`;
      const { start: from, end: to, messages: inside } = /** @type {Slot} */ (slots[Number(part)]);
      const source = write(from, to, inside);
      return kind === 'template' ? `\${${source}}` : source;
    });
    return parts.join('');
  }
}

/** @param {string} text */
const quote = (text) => JSON.stringify(text);
/** @param {string} text */
const escapeTemplate = (text) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll(/`|\$\{/g, String.raw`\$&`);
