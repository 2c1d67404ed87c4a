import { expect, test } from 'vitest';
import { checkEnglish, checkLanguage, findFaults, findWidth } from './check-texts.mjs';
import { writesEnglishOnly } from './english-only.mjs';
import { listLanguages, readLanguage } from './language-files.mjs';

test('[LG14] what is filled in is neither lost nor doubled nor made up', () => {
  expect(findFaults('de', '{0} of {1} saved', '{1} von {0} gespeichert')).toEqual([]);
  expect(findFaults('de', '{0} of {1} saved', '{0} gespeichert')).toEqual(['has lost {1}']);
  expect(findFaults('de', '{0} saved', '{0}, {0} gespeichert')).toEqual(['has {0} twice']);
  expect(findFaults('de', '{0} saved', '{0} gespeichert, {1}')).toEqual(['has {1}, which the text has not']);
  expect(findFaults('de', 'Not yet', '')).toEqual(['has no translation']);
  expect(findFaults('de', ' by {0}', 'von {0}')).toEqual(['has lost a space at its edge']);
});

test('[LG12] a text of a count has the forms of its language', () => {
  const key = '1 racer added. | {0} racers added.';
  expect(findFaults('de', key, 'Einer dazu. | {0} dazu.')).toEqual([]);
  expect(findFaults('de', key, '{0} dazu.')).toEqual(['has 1 forms, and the language has one, other']);
  expect(findFaults('pl', key, '1 dodany. | {0} dodani.')).toEqual([
    'has 2 forms, and the language has one, few, many, other',
  ]);
  expect(findFaults('fr', key, '{0} ajouté. | {0} ajoutés.')).toEqual([]);
  expect(findFaults('de', key, 'Einer dazu. | Viele dazu.')).toEqual(['has lost {0}']);
  expect(findFaults('fr', key, '1 ajouté. | {0} ajoutés.')).toEqual(['says 1, and is read for other numbers too']);
  expect(findFaults('pl', key, 'Jeden dodany. | Dodani. | {0} dodanych. | {0} dodanego.')).toEqual(['has lost {0}']);
  expect(findFaults('ar', key, 'صفر | واحد | اثنان | {0} أ | {0} ب | {0} ج')).toEqual([]);
  expect(findFaults('de', 'Racer', 'Teilnehmer | Teilnehmerin')).toEqual(['has 2 forms, and the text has one']);
});

test('[LG14] one word for one thing, vous in French, and no line that begins with its colon', () => {
  expect(findFaults('de', 'This event', 'Dieses Event')).toEqual(["says 'Event', where 'Rennen' is the word"]);
  expect(findFaults('fr', 'Your site', 'Ton site')).toEqual(["says 'Ton', where 'vous, votre' is the word"]);
  expect(findFaults('fr', 'You are here', 'Vous êtes ici, à côté')).toEqual([]);
  expect(findFaults('fr', 'Sure?', 'Sûr ?')).toEqual(['has a breaking space at its punctuation: use U+202F']);
  expect(findFaults('fr', 'Sure?', 'Sûr\u202f?')).toEqual([]);
  expect(findFaults('fr', '“{0}”', '« {0}\u202f»')).toEqual(['has a breaking space at its punctuation: use U+202F']);
});

test('[LG21] where a race is shown its heats are no runs: those are recordings in the video tool', () => {
  const race = 'client/features/settings/runs';
  const says = ["says 'Lauf', where 'Durchgang' is the word"];
  expect(findFaults('de', 'The best heat counts.', 'Der beste Lauf zählt.', race)).toEqual(says);
  expect(findFaults('de', 'The best run', 'Der beste Lauf', 'telemetry/client/analysis/run-list')).toEqual([]);
  expect(findFaults('de', 'Open the run', 'Lauf öffnen', 'client/leaderboard/board'), 'the recording').toEqual([]);
  expect(findFaults('de', 'Heat {0}', 'Lauf {0}', 'everywhere')).toHaveLength(1);
  expect(findFaults('de', 'Times run from the list', 'Die Zeit läuft ab der Liste', race)).toEqual([]);
  const english = (...keys: string[]) =>
    checkEnglish(new Map([[race, new Set(keys)]]), new Set()).map(({ key, fault }) => `${key} ${fault}`);
  expect(english('The last run counts.')).toEqual(["The last run counts. says 'run', where 'heat' is the word"]);
  expect(english('The last heat counts.', 'Run again', 'A time runs from the tap', 'Room runs out')).toEqual([]);
});

test('[LG14] a text of the source that a language has not is named, translated or not', () => {
  const wanted = new Map([['client/app', new Set(['Leave', 'Stay'])]]);
  const faults = checkLanguage('de', { texts: { 'client/app': { Leave: '' } } }, wanted, new Set());
  expect(faults.map(({ key, fault }) => `${key} ${fault}`)).toEqual([
    'Stay is not in the file: npm run texts',
    'Leave has no translation',
  ]);
});

test('[LG14] a label that is wider than its button is named with its width, in every language', () => {
  expect(findWidth('Offiziell machen')).toEqual([]);
  const long = 'Les plus rapides de la manche {0} en dernier';
  expect(findWidth(long)).toEqual([expect.stringContaining('Les plus rapides')]);
  expect(findWidth(`Kurz | ${long}`), 'one of its forms').toHaveLength(1);
  expect(findWidth('Les plus rapides de la manche'), 'and not the sentence it is made of').toEqual([]);
  const labels = new Set(['Fastest of heat {0} last']);
  const texts = { a: { 'Fastest of heat {0} last': long, 'Said in a sentence of heat {0}': long } };
  expect(checkLanguage('fr', { texts }, new Map(), labels).map(({ key }) => key)).toEqual(['Fastest of heat {0} last']);
});

test('[LG14] a mail or message that is written outside of the words, or past the reader’s language, is named', () => {
  const path = 'src/server/billing/remind.ts';
  expect(writesEnglishOnly(path, "queueMail(trx, { to, subject: 'Your invoice', text })")).toContain('Your invoice');
  expect(writesEnglishOnly(path, 'push({ title: `${name} has crashed`, body })')).toContain('has crashed');
  const past = "import { invitationMail } from '../words/account-mail.ts';";
  expect(writesEnglishOnly(path, past)).toBe('sends invitationMail in English only: take it from wordsIn(language)');
  expect(writesEnglishOnly(path, "import { wordsIn } from '../words/in-language.ts';")).toBeUndefined();
  expect(writesEnglishOnly('src/server/words/account-mail.ts', "subject: 'Your invoice'")).toBeUndefined();
  expect(writesEnglishOnly('src/server/mail/admin-notice.ts', "subject: 'New user signup!'")).toBeUndefined();
});

test('[LG14] tu with its vowel gone is tu', () => {
  expect(findFaults('fr', 'It waits for you', 'Elle t’attend')).toEqual(["says 't’', where 'vous, votre' is the word"]);
  expect(findFaults('fr', 'Keep timing', 'Continue à chronométrer')).toEqual([
    "says 'Continue à', where 'vous' is the word",
  ]);
  expect(findFaults('fr', 'It’s right', "C'est juste")).toEqual(['has a straight apostrophe: use ’']);
  expect(findFaults('fr', 'There is a test', 'Y a-t-il un test, un tas, une tutelle')).toEqual([]);
});

test('[LG18] in every language the inviter’s name stands before the event’s: it is taken out of mails that wait', () => {
  const key = '{0} invites you to help time the event "{1}" with Pushoff.';
  for (const code of listLanguages()) {
    const translation = readLanguage(code).texts['server/words']?.[key] ?? '';
    expect(translation.indexOf('{0}'), code).toBeLessThan(translation.indexOf('{1}'));
  }
});

test('[LG14] undoing a step and cancelling a dialog have a word each: both stand on one screen', () => {
  for (const code of listLanguages()) {
    const { Undo, Cancel } = readLanguage(code).texts['everywhere'] ?? {};
    expect(Undo, code).not.toBe(Cancel);
  }
});

test('[LG14] what a screen reader is told of an Undo button has the word that stands on it: it is said to press it', () => {
  const said = ['Undo {0}', 'Undo start of {0}', 'Undo finish of {0}', 'Undo the start of {0}', 'Undo: {0} to {1}'];
  for (const code of listLanguages()) {
    const { texts } = readLanguage(code);
    const word = texts['everywhere']?.['Undo']?.toLowerCase() ?? '';
    const labels = Object.values(texts).flatMap((group) => said.flatMap((key) => group[key] ?? []));
    expect(labels).toHaveLength(said.length);
    for (const label of labels) expect(label.toLowerCase(), code).toContain(word);
  }
});
