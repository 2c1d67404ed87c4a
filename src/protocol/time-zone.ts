import * as z from 'zod/mini';
import { isTimeZone } from '../domain/timing/time-zones.ts';
import { text } from './text.ts';

export const timeZone = text(64).check(
  z.refine<string>(isTimeZone, 'must be a name of the IANA database, such as Europe/Zurich'),
);
