import type * as z from 'zod/mini';
import { type ErrorCode, errors, type Fault, isErrorCode } from '../../protocol/errors.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

interface Found {
  readonly issue: Issue;
  readonly path: Path;
}

/** Faults of one body that are told: a list of a thousand wrong racers has one cause. */
const MOST_FAULTS = 5;
/** Faults that are looked at for one with a code: a body may have twenty thousand. */
const MOST_LOOKED_AT = 100;

/** The parts of a refusal that say what is wrong in a body. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];
}

/** The first fault that a schema has a code for decides, and is told first. `value`: what the schema refused. */
export function refusalOf(issues: readonly Issue[], value: unknown, at: Path = []): Refusal {
  const found: Found[] = [];
  for (const each of innermost(issues, at)) if (found.push(each) === MOST_LOOKED_AT) break;
  const named = found.find(({ issue }) => isErrorCode(issue.message));
  const told = named === undefined ? found : [named, ...found.filter((each) => each !== named)];
  const valueAt = (path: Path) => path.slice(at.length).reduce<unknown>(stepInto, value);
  const faults = told.slice(0, MOST_FAULTS).map(({ issue, path }): Fault => {
    const isMissing = issue.code !== 'custom' && valueAt(path) === undefined;
    const { rule, detail } = isMissing ? { rule: 'required', detail: 'is missing' } : describeIssue(issue);
    return { pointer: pointerOf(path), rule, detail };
  });
  return { code: named === undefined ? 'invalid-argument' : (named.issue.message as ErrorCode), faults };
}

/**
 * A union hides what was wrong with its members one level down. The member that was meant has the right discriminator,
 * or reached further into the value than the others; where all of them refuse the value itself, none was meant.
 */
function* innermost(issues: readonly Issue[], at: Path): Generator<Found> {
  for (const issue of issues) {
    const path = [...at, ...issue.path];
    const members = issue.code === 'invalid_union' ? issue.errors : [];
    const meant = members.toSorted((one, other) => reach(other) - reach(one))[0] ?? [];
    if (reach(meant) === 0) yield { issue, path };
    else yield* innermost(meant, path);
  }
}

/** 0: nothing inside of the value was looked at. 1: the member was ruled out by its discriminator. */
function reach(issues: readonly Issue[]): number {
  const deepest = Math.max(0, ...issues.slice(0, MOST_FAULTS).map(({ path }) => path.length));
  return deepest === 0 ? 0 : issues.some(isOtherMember) ? 1 : 1 + deepest;
}

const isOtherMember = (issue: Issue): boolean => issue.code === 'invalid_union' && issue.errors.length === 0;

const stepInto = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<PropertyKey, unknown>)[key]
    : undefined;

/** Fields that schemas name. Any other key is the sender's, and could be a secret: the pointer ends before it. */
const FIELD = /^[a-z]\w{0,31}$/i;

/** RFC 6901, as the fragment of an address, like the examples of RFC 9457. */
function pointerOf(path: Path): string {
  const foreign = path.findIndex((key) => typeof key !== 'number' && !FIELD.test(String(key)));
  return `#${path
    .slice(0, foreign === -1 ? undefined : foreign)
    .map((key) => `/${String(key)}`)
    .join('')}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  null: 'null',
};
const MOST_WORDS: Readonly<Record<string, readonly [rule: string, unit: string]>> = {
  string: ['Length', ' characters'],
  array: ['Items', ' items'],
};

/** The rule by its name in JSON Schema, and as a sentence whose subject is the field. Nothing of the value is in it. */
function describeIssue(issue: Issue): Pick<Fault, 'rule' | 'detail'> {
  const { rule, detail } = describeRule(issue);
  if (isErrorCode(issue.message)) return { rule, detail: errors[issue.message].text };
  // A schema may say its rule in words; zod says 'Invalid input' where it does not.
  return { rule, detail: issue.code === 'custom' && issue.message !== 'Invalid input' ? issue.message : detail };
}

function describeRule(issue: Issue): Pick<Fault, 'rule' | 'detail'> {
  switch (issue.code) {
    case 'invalid_type':
      return { rule: 'type', detail: `must be ${KINDS[issue.expected] ?? 'of another type'}` };
    case 'too_big': {
      const [rule, unit] = MOST_WORDS[issue.origin] ?? ['imum', ''];
      return { rule: `max${rule}`, detail: `must be ${unit === '' ? '' : 'of '}at most ${issue.maximum}${unit}` };
    }
    case 'too_small': {
      const [rule, unit] = MOST_WORDS[issue.origin] ?? ['imum', ''];
      return { rule: `min${rule}`, detail: `must be ${unit === '' ? '' : 'of '}at least ${issue.minimum}${unit}` };
    }
    case 'invalid_format':
      return {
        rule: issue.format === 'regex' ? 'pattern' : 'format',
        detail: 'must have the form that the schema says',
      };
    case 'invalid_value':
      return {
        rule: 'enum',
        detail: `must be ${issue.values.slice(0, 20).map(String).join(', ')}`.replace(/, ([^,]+)$/, ' or $1'),
      };
    case 'invalid_union':
      return isOtherMember(issue)
        ? { rule: 'enum', detail: 'is none of the kinds that the schema names' }
        : { rule: 'anyOf', detail: 'has none of the shapes that the schema names' };
    case 'not_multiple_of':
      return { rule: 'multipleOf', detail: `must be a multiple of ${issue.divisor}` };
    default:
      return { rule: 'rule', detail: 'does not keep the rule of this field' };
  }
}
