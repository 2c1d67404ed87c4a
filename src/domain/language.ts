/** Language of the texts on screen. The build of another language writes its own here. */
export const LANGUAGE: string = 'en';

/** Plural categories of the language, in the order of the forms of its texts (CLDR). The build writes them. */
const CATEGORIES: readonly string[] = ['one', 'other'];

const rules = /* @__PURE__ */ new Intl.PluralRules(LANGUAGE);

/**
 * The form of a text that a number asks for: `plural(n, '1 racer added.', `${n} racers added.`)`. The source has the two
 * of English; the build of another language writes as many as it has, and the last stands for those that are left out.
 */
export const plural = (count: number, ...forms: readonly [one: string, many: string, ...more: string[]]): string =>
  forms[CATEGORIES.indexOf(rules.select(count))] ?? forms.at(-1)!;

/** For example '1 racer', '12 racers'. The language decides which numbers are one: French says '0 coureur'. */
export const counted = (count: number, ...forms: readonly [one: string, many: string, ...more: string[]]): string =>
  `${count} ${plural(count, ...forms)}`;

/**
 * Marks a single small word as a text: what reads like words is found without it. With a second word it says which of its
 * meanings an English word has here: `word('Place', 'rank')`.
 */
export const word = (text: string, _meaning?: string): string => text;

const POINT = /* @__PURE__ */ (0.5).toLocaleString(LANGUAGE).charAt(1);

/** For example '$9', in German '9 $'. */
export const writeDollars = (amount: number): string =>
  amount.toLocaleString(LANGUAGE, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  });

/** For example '16.1', in German '16,1': with as many decimals as the number has, up to three. */
export const writePlain = (value: number): string =>
  value.toLocaleString(LANGUAGE, { maximumFractionDigits: 3, useGrouping: false });

/** For example '0.35', in German '0,35'. Race times keep their point in every language: a board is read by all. */
export const writeDecimal = (value: number, digits: number): string => value.toFixed(digits).replace('.', POINT);

/**
 * Puts the language's decimal sign into a figure, or into times of a sentence, for paper: paper is read in one language. A
 * name keeps its points.
 */
export const withDecimalSign = (text: string): string => text.replaceAll(/(:\d\d|^[+−]?\d+)\.(?=\d)/g, `$1${POINT}`);
