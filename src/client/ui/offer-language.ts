import { chooseLanguage, keepLanguage, wantedLanguage } from './languages.ts';
import { LANGUAGE } from '../../domain/language.ts';
import { showToast } from './toast.tsx';

/** Asked once on a device, and never where somebody is timing. */
export function offerLanguage(): void {
  const { pathname, search } = location;
  if (pathname === '/timer' && !new URLSearchParams(search).has('guestViewerKey')) return;
  const wanted = wantedLanguage(navigator.languages, document.cookie);
  if (wanted === null) return;
  showToast(wanted.offer, {
    id: 'language',
    duration: 'forever',
    action: { label: wanted.name, onClick: () => chooseLanguage(wanted.code) },
    onPutAway: () => keepLanguage(LANGUAGE),
  });
}
