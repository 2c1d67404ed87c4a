/** Folders whose screens are about a race: what the racers of a race go down twice is a heat, and a run is a recording. */
const OF_A_RACE =
  /^(?:domain\/events|client\/(?:event|leaderboard(?!\/board)|features\/(?:exports|screens|settings|start|watch)))(?:\/|$)/;

/**
 * Words that have another for the same thing, so that a reader meets one name for it everywhere. Each is looked for as a
 * whole word in the texts of its language, of all folders or of those that are `within`.
 * @type {Readonly<Record<string, readonly { not: RegExp; use: string; within?: RegExp }[]>>}
 */
export const GLOSSARY = {
  en: [
    { not: /\bruns? \{\d\}/i, use: 'heat' },
    { not: /\bruns?\b(?! (?:again|from|out)\b)/i, use: 'heat', within: OF_A_RACE },
    { not: /\bby mail\b/i, use: 'by email' },
    { not: /\b(?:some|any|every)body\b/i, use: 'someone, anyone, everyone' },
    { not: /\b(?:mend(?:s|ed)?|wip(?:e|es|ed))\b/i, use: 'fix, delete' },
    { not: /\bwithdr(?:aw|ew)\w*/i, use: 'turn off, remove' },
    { not: /\ball the same\b/i, use: 'anyway' },
    { not: /\bthere(?:’s| is) no such\b/i, use: 'That … is gone' },
    { not: /\b[Tt]he mean\b/, use: 'the average' },
    { not: /\bof yours\b/i, use: 'your' },
  ],
  de: [
    { not: /(?<!\p{L})L(?:aufs?|äufen?) \{\d\}/u, use: 'Durchgang' },
    { not: /(?<!\p{L})L(?:aufs?|äufen?)(?!\p{L})/u, use: 'Durchgang', within: OF_A_RACE },
    { not: /(?<!\p{L})(?:Events?|Veranstaltung\p{L}*)(?!\p{L})/u, use: 'Rennen' },
    { not: /(?<!\p{L})(?:ihr habt|ihr seid|[Ee]uch|[Ee]uer\p{L}*)(?!\p{L})/u, use: 'du' },
    { not: /(?<!\p{L})Telefons?(?!\p{L})/u, use: 'Handy' },
    {
      not: /(?<!\p{L})(?:Verfolger|Tafel|Mittelwert|Kadenz)(?!\p{L})/u,
      use: 'Follower, Rangliste, Durchschnitt, Trittfrequenz',
    },
    { not: /(?<!\p{L})[Bb]erichtig\p{L}*/u, use: 'korrigieren' },
    // As it is written in Switzerland.
    {
      not: /(?<!\p{L})(?:\p{L}*schliess\p{L}*|weiss|liess|gr[oö]ss\p{L}*|heiss\p{L}*|ausser\p{L}*|Strasse\p{L}*)/iu,
      use: 'ß',
    },
    { not: /[«»]/, use: '„ “' },
    { not: /(?<!\p{L})(?:zurückzieh\p{L}*|zurückgezogen\p{L}*)/iu, use: 'abschalten, entfernen' },
  ],
  fr: [
    { not: /(?<!\p{L})(?:(?:tu|ton|ta|tes|toi)(?!\p{L})|t’(?=\p{L}))/iu, use: 'vous, votre' },
    // Of the imperatives those that can be nothing else: 'ajoute' is also what a button does.
    { not: /(?<!\p{L})(?:écris|dis|prends|mets|fais|attends|continue à)(?!\p{L})/iu, use: 'vous' },
    { not: /(?<!\p{L})(?:événement|épreuve)s?(?!\p{L})/iu, use: 'course' },
    { not: /(?<!\p{L})répétitions?(?!\p{L})/iu, use: 'essai' },
    { not: /(?<!\p{L})(?:défai(?:re|tes?|ts?))(?!\p{L})/iu, use: 'annuler' },
    { not: /(?<![\p{L}-])mails?(?!\p{L})/iu, use: 'e-mail' },
    { not: /(?<!\p{L})(?:temps réels?|en sûreté|concurrents?)(?!\p{L})/iu, use: 'temps brut, enregistré, coureur' },
  ],
  es: [
    { not: /(?<!\p{L})eventos?(?!\p{L})/iu, use: 'carrera' },
    { not: /(?<!\p{L})participantes?(?!\p{L})/iu, use: 'corredor' },
    { not: /(?<!\p{L})tiempos? real(?:es)?(?!\p{L})/iu, use: 'tiempo bruto' },
    { not: /(?<!\p{L})toques?(?!\p{L})/iu, use: 'pulsación' },
    { not: /(?<!\p{L})(?:dueños?|móvil(?:es)?)(?!\p{L})/iu, use: 'propietario, teléfono' },
  ],
};
