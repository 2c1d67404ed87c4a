import { expect, test } from 'vitest';
import { findFaults } from './check-texts.mjs';

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
