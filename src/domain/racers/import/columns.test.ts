import { expect, test } from 'vitest';
import { type ColumnKind, columnKinds } from './column-words.ts';
import { chooseColumn, guessColumns, readTable } from './columns.ts';

const all = new Set<ColumnKind>(columnKinds);
const table = (text: string) =>
  readTable(text.split('\n').map((line, index) => ({ line: index + 1, cells: line.split(',') })));
const guess = (text: string) => guessColumns(table(text), all);

test.each([
  ['No.,First,Last,Club,Category', 'number first last club category'],
  ['Bib#,Name,Team,Start Time,License', 'number name team start skip'],
  ['Start-Nr.,Name,Vorname,Verein,Klasse,Startzeit', 'number last first club class start'],
  ['N° dossard,Nom,Prénom,Équipe,Catégorie,Heure de départ', 'number last first team category start'],
  ['Pettorale,Cognome,Nome,Società,Categoria,Ora di partenza', 'number last first club category start'],
  ['Dorsal,Nombre,Apellidos,Equipo,Categoría,Hora de salida', 'number first last team category start'],
  ['Rugnummer,Voornaam,Achternaam,Vereniging,Categorie,Starttijd', 'number first last club category start'],
  ['Nr startowy,Imię,Nazwisko,Drużyna,Kategoria,Czas startu', 'number first last team category start'],
  ['Imię i nazwisko,Klub', 'name club'],
  ['Nr,Nom,Club', 'number name club'],
  ['Place,Bib,Last name,First name,Team name,Age,Time,Category', 'skip number last first team skip skip category'],
  ['Rider Bib #,Rider Last Name,Rider First Name,Rider Team', 'number last first team'],
  ['Name,Club,Team,Gender,Year of birth,Class', 'name club team gender born class'],
  ['Nachname,Vorname,Jg.,Geschlecht', 'last first born gender'],
  ['Nom,Prénom,Année de naissance,Sexe', 'last first born gender'],
  ['Nr,Bib,Name', 'number skip name'],
  ['BibNumber,RiderName,YearOfBirth,StartTime', 'number name born start'],
  ['Name,YOB', 'name born'],
  ['Name,Born', 'name born'],
  ['Name,Geburtsjahr', 'name born'],
])('[SL2] [SL18] the titles %s are read', (titles, kinds) => {
  const cells = kinds.split(' ').map((_, index) => `${index}x`);
  expect(guess(`${titles}\n${cells.join(',')}`).join(' ')).toBe(kinds);
});

test('[SL3] without titles, numbers, times, names and groups are told apart by what they are', () => {
  expect(guess('1,Ada,Swift,Mill,10:00\n2,Bo,Quick,Mill,10:01\n3,Chi,Oko,Lane,10:02')).toEqual([
    'number',
    'first',
    'last',
    'category',
    'start',
  ]);
  expect(guess('Ada Swift,U18,12\nBo Quick,U18,\nChi Oko,U16,14')).toEqual(['name', 'category', 'number']);
  expect(guess('Ada,1998\nBo,2001\nChi,2003')).toEqual(['name', 'skip']);
  expect(guess('Ada,U18\nBo,U16')).toEqual(['name', 'category']);
  expect(guess('7\n8\n9')).toEqual(['number']);
});

test('[SL3] a number that comes twice is a number all the same', () => {
  expect(guess('1,Ada Swift\n2,Bo Quick\n2,Chi Oko\n4,Dee Fast')).toEqual(['number', 'name']);
});

test('[SL2] the title of a spreadsheet stands above the titles of its columns', () => {
  const read = table('Club night 12\n,\nNo,Name\n1,Ada');
  expect(read.header?.line).toBe(3);
  expect(read.above.map(({ line }) => line)).toEqual([1]);
  expect(read.rows.map(({ line }) => line)).toEqual([4]);
});

test('[SL2] a racer in the group of runners is no header', () => {
  expect(table('Ada,Runner\nBo,Rider').header).toBe(null);
});

test('[SL2] titles that tell no name leave it to the content', () => {
  expect(guess('Bib,Club,Person\n1,Mill,Ada Swift\n2,Mill,Bo Quick')).toEqual(['number', 'club', 'name']);
});

test('[SL4] kinds that are not wanted are left out, and a chosen kind leaves the column that had it', () => {
  const names = new Set<ColumnKind>(['name', 'first', 'last', 'club', 'category', 'skip']);
  expect(guessColumns(table('No,First,Last\n1,Ada,Swift'), names)).toEqual(['skip', 'first', 'last']);
  expect(chooseColumn(['number', 'first', 'last', 'club'], 3, 'number')).toEqual(['skip', 'first', 'last', 'number']);
  expect(chooseColumn(['number', 'first', 'last', 'club'], 3, 'name')).toEqual(['number', 'skip', 'skip', 'name']);
  expect(chooseColumn(['name', 'category', 'category'], 2, 'last')).toEqual(['skip', 'category', 'last']);
  expect(chooseColumn(['name', 'category', 'skip'], 2, 'category')).toEqual(['name', 'category', 'category']);
});
