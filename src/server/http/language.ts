import { ENGLISH } from './client-files.ts';
import { type AppContext, headerIn } from './context.ts';

const COOKIE = /(?:^|; ?)language=([\w-]{2,6})(?:;|$)/;
/** A browser asks for a handful of languages. */
const MOST_ASKED = 20;

interface Known {
  has(language: string): boolean;
  keys(): Iterable<string>;
}

/** Language that was chosen on this device, if there is such a language. The organiser's app is English until then (LG3). */
export const chosenLanguageOf = (c: AppContext, known: Pick<Known, 'has'>): string | undefined => {
  const chosen = COOKIE.exec(headerIn(c, 'cookie') ?? '')?.[1];
  return chosen !== undefined && known.has(chosen) ? chosen : undefined;
};

/** Language of a reader who came by a link: a choice counts first, then what the browser asks for. */
export const readersLanguageOf = (c: AppContext, known: Known): string =>
  chosenLanguageOf(c, known) ?? askedLanguage(headerIn(c, 'accept-language') ?? '', known) ?? ENGLISH;

/** Language of a call's sender. Signed-in people are in their own app, and get the language that they chose there. */
export const callersLanguageOf = (c: AppContext, known: Known, isSignedIn: boolean): string =>
  isSignedIn ? (chosenLanguageOf(c, known) ?? ENGLISH) : readersLanguageOf(c, known);

/** The first known language of an Accept-Language header. A reader in Austria is served with the German of Germany. */
export function askedLanguage(header: string, known: Known): string | undefined {
  const asked = header
    .split(',', MOST_ASKED)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((each) => each.trim());
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  const codes = [...known.keys()];
  for (const { tag } of asked) {
    const found = codes.find((code) => code === tag) ?? codes.find((code) => tongueOf(code) === tongueOf(tag));
    if (found !== undefined) return found;
  }
  return undefined;
}

const tongueOf = (tag: string): string => tag.toLowerCase().split('-', 1)[0]!;
