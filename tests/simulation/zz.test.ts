import { test } from 'vitest';
import { catchMistake } from './run-many.ts';
test.each(['removes an entry instead of a person'])(
  '%s',
  async (n) => {
    console.log(n, await catchMistake(n, 900));
  },
  300000,
);
