import { expect, test } from 'vitest';
import { createRace } from '../../../../../tests/support/event-history.ts';
import { MAX_NAMED_PER_COMMAND } from '../../../../protocol/limits.ts';
import { giveNumbers } from './give-numbers.ts';

test('[RC1] more racers than one command names swap numbers, and swap them back', () => {
  const racerIds = Array.from({ length: MAX_NAMED_PER_COMMAND + 2 }, (_, index) => `racer ${index}`);
  const race = createRace(...racerIds);
  const forwards = racerIds.map((racerId, index) => ({ racerId, bib: String(index + 1) }));
  const backwards = racerIds.map((racerId, index) => ({ racerId, bib: String(racerIds.length - index) }));
  for (const given of [forwards, backwards, forwards]) {
    for (const body of giveNumbers(given)) expect(race.run(body).refused).toBeNull();
    expect(racerIds.map((racerId) => race.event.entries[racerId]!.bib)).toEqual(given.map(({ bib }) => bib));
  }
});
