/** Language of the texts on screen. The build of another language writes its own here. */
export const LANGUAGE: string = 'en';

const rules = /* @__PURE__ */ new Intl.PluralRules(LANGUAGE);

/** For example '1 racer', '12 racers'. The language decides which numbers are one: French says '0 coureur'. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${rules.select(count) === 'one' ? one : many}`;
}

/** Marks a single small word as a text: what reads like words is found without it. */
export const word = (text: string): string => text;

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
