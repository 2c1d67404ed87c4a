/**
 * Words that have another for the same thing, so that a reader meets one name for it everywhere. Each is looked for as a
 * whole word, in any case, in the texts of its language.
 * @type {Readonly<Record<string, readonly { not: RegExp; use: string }[]>>}
 */
export const GLOSSARY = {
  en: [],
  de: [
    { not: /(?<!\p{L})(?:Events?|Veranstaltung\p{L}*)(?!\p{L})/u, use: 'Rennen' },
    { not: /(?<!\p{L})(?:ihr habt|ihr seid|[Ee]uch|[Ee]uer\p{L}*)(?!\p{L})/u, use: 'du' },
  ],
  fr: [{ not: /(?<!\p{L})(?:(?:tu|ton|ta|tes|toi)(?!\p{L})|t’(?=\p{L}))/iu, use: 'vous, votre' }],
  es: [],
};
