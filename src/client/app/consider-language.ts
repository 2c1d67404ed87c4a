import { LANGUAGE } from '../../domain/language.ts';
import { keepTrying } from '../loading/keep-trying.ts';
import { chosenLanguage } from '../ui/languages.ts';

/** Few browsers ask for another language than the page has: the others load nothing for it. */
export function considerLanguage(): void {
  if (!navigator.language.startsWith(LANGUAGE) || (chosenLanguage() ?? LANGUAGE) !== LANGUAGE) {
    void keepTrying(() => import('../ui/offer-language.ts')).then((loaded) => loaded?.offerLanguage());
  }
}
