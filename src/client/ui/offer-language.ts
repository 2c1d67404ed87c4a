import { LANGUAGE } from '../../domain/language.ts';
import { chooseLanguage, chosenLanguage, keepLanguage, type Language, languages } from './languages.ts';
import { showToast } from './toast.tsx';

/** The sentence that offers each language, in that language. Filled in by the build, from the files in `languages`. */
const OFFERS: Readonly<Record<string, string>> = {};

/** Language of a tag without its country: a reader in Portugal is better served by the words of Brazil than by English. */
const tongueOf = (tag: string): string => tag.toLowerCase().split('-', 1)[0]!;

/** The language that this browser asks for, if the page is in another and nobody has chosen yet. */
export function wantedLanguage(
  asked: readonly string[],
  cookies: string,
  known: readonly Language[] = languages,
): Language | null {
  if (chosenLanguage(cookies, known) !== undefined) return null;
  const wanted = asked
    .map((tag) => known.find(({ code }) => tongueOf(code) === tongueOf(tag)))
    .find((each) => each !== undefined);
  return wanted === undefined || wanted.code === LANGUAGE ? null : wanted;
}

/** Offers the browser's language, once on a device and never where somebody is timing. */
export function offerLanguage(): void {
  const { pathname, search } = location;
  if (pathname === '/timer' && !new URLSearchParams(search).has('guestViewerKey')) return;
  const chosen = languages.find(({ code }) => code === chosenLanguage() && code !== LANGUAGE);
  if (chosen !== undefined) return sayNotYet(chosen);
  const wanted = wantedLanguage(navigator.languages, document.cookie);
  if (wanted === null) return;
  showToast(OFFERS[wanted.code] ?? wanted.name, {
    id: 'language',
    duration: 'forever',
    action: { label: wanted.name, onClick: () => chooseLanguage(wanted.code) },
    onPutAway: () => keepLanguage(LANGUAGE),
  });
}

/** A new version shows English first: its other languages are built while the server runs already. */
function sayNotYet({ name, code }: Language): void {
  showToast(`${name} isn’t ready yet. English until then.`, {
    id: 'language',
    duration: 'forever',
    action: { label: 'Try again', onClick: () => chooseLanguage(code) },
  });
}
