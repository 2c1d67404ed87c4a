import { LANGUAGE } from '../../domain/language.ts';
import { chooseLanguage, languages } from './languages.ts';

/** Each language by its own name, for a reader who cannot read the page. */
export function LanguageSelect({ className }: { readonly className: string }) {
  return (
    <select
      aria-label="Language"
      value={LANGUAGE}
      onChange={(event) => chooseLanguage(event.currentTarget.value)}
      className={className}
    >
      {languages.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
