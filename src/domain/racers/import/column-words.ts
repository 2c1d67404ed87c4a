/** What a column of a list of racers means. `skip`: left out. */
export const columnKinds = [
  'number',
  'first',
  'last',
  'name',
  'club',
  'team',
  'category',
  'class',
  'gender',
  'born',
  'start',
  'skip',
] as const;
export type ColumnKind = (typeof columnKinds)[number];

/** Titles of columns, as `plainTitle` leaves them: English, German, French, Italian, Spanish, Dutch, Polish. */
const WORDS: Readonly<Record<Exclude<ColumnKind, 'skip'>, string>> = {
  number:
    '#|n|no|nr|num|number|bib|bib #|bib no|bib nr|bib number|plate|plate no|plate number|race no|race number|' +
    'start #|start no|start nr|start number|startnr|stnr|st nr|nummer|startnummer|ruckennummer|' +
    'dossard|n dossard|no dossard|n de dossard|numero de dossard|numero|plaque|pettorale|n pettorale|numero di gara|' +
    'dorsal|n dorsal|n de dorsal|numero de dorsal|rugnummer|rugnr|numer|numer startowy|nr startowy',
  first:
    'first|first name|firstname|forename|given name|given names|vorname|prenom|imie|voornaam|nombre de pila|' +
    'nome di battesimo',
  last:
    'last|last name|lastname|surname|family name|nachname|familienname|zuname|nom de famille|cognome|' +
    'apellido|apellidos|achternaam|familienaam|nazwisko',
  name:
    'name|names|full name|racer|racers|racer name|rider|riders|athlete|athlete name|competitor|participant|driver|' +
    'runner|fahrer|fahrerin|teilnehmer|vor und nachname|name vorname|vorname name|nachname vorname|' +
    'nom|nom prenom|prenom nom|nom et prenom|coureur|concurrent|' +
    'nome|nome e cognome|cognome e nome|nome completo|atleta|nombre|nombre completo|nombre y apellidos|corredor|' +
    'naam|volledige naam|renner|deelnemer|imie i nazwisko|nazwisko i imie|zawodnik',
  club: 'club|clubs|club team|school|verein|club equipe|societa|vereniging|klub',
  team: 'team|team name|mannschaft|equipe|squadra|equipo|ploeg|druzyna|zespol',
  category:
    'category|categories|race category|cat|group|groups|age group|tag|tags|division|kategorie|' +
    'altersklasse|gruppe|categorie|groupe|categoria|gruppo|grupo|groep|kategoria|grupa',
  class: 'class|klasse|classe|clase|klasa',
  gender: 'gender|sex|m f|m w|m f x|geschlecht|sexe|genre|sesso|genere|sexo|genero|geslacht|plec',
  born:
    'born|yob|year of birth|birth year|birthyear|year born|dob|date of birth|birth date|birthdate|birthday|' +
    'jahrgang|jg|geburtsjahr|geburtsdatum|geboren|annee de naissance|annee|date de naissance|ne e|' +
    'anno|anno di nascita|data di nascita|ano de nacimiento|ano|fecha de nacimiento|' +
    'geboortejaar|geboortedatum|rok urodzenia|data urodzenia|rocznik',
  start:
    'start|start time|starttime|startzeit|start zeit|heure de depart|heure depart|depart|partenza|ora partenza|' +
    'ora di partenza|orario di partenza|salida|hora de salida|hora salida|starttijd|czas startu|godzina startu',
};

const BY_WORD: ReadonlyMap<string, ColumnKind> = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) => words.split('|').map((word) => [word, kind as ColumnKind])),
);

/** 'Rider Bib #' and 'Start-Nr.' without accents, signs and the word that some exports put before every title. */
function plainTitle(cell: string): string {
  return cell
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
    .replaceAll(/ ?#/g, ' #')
    .trim()
    .replace(/^rider (?=.)/, '');
}

/** 'YearOfBirth' and 'StartTime', as databases write them. */
const asWords = (cell: string): string => cell.replaceAll(/\p{Ll}(?=\p{Lu})/gu, (letter) => `${letter} `);

/** Null for a title that is not known, and for everything that is no title. */
export const kindOfTitle = (cell: string): ColumnKind | null =>
  BY_WORD.get(plainTitle(cell)) ?? BY_WORD.get(plainTitle(asWords(cell))) ?? null;
