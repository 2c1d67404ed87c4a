import { counted } from '../../domain/language.ts';
import type { FaultyLine, ImportFault } from '../../domain/racers/import/read-list.ts';
import { MAX_BIB_LENGTH, MAX_GROUP_LENGTH, MAX_GROUPS, MAX_NAME_LENGTH } from '../../protocol/limits.ts';

const FAULTS: Readonly<Record<ImportFault, string>> = {
  'above-header': 'above the names of the columns',
  'no-name': 'no name',
  'name-is-number': 'a number where the name should be',
  'name-too-long': `name longer than ${MAX_NAME_LENGTH} characters`,
  'group-too-long': `group longer than ${MAX_GROUP_LENGTH} characters`,
  'too-many-groups': `more than ${MAX_GROUPS} groups`,
  'bib-too-long': `number longer than ${MAX_BIB_LENGTH} characters`,
  'bib-twice': 'number taken',
  'bib-taken': 'another racer of the event has this number',
  'start-unreadable': 'start time not readable',
  'born-unreadable': 'not a year of birth',
  'not-storable': 'characters that cannot be stored',
};

export function describeFault({ line, fault, other }: FaultyLine): string {
  return `Line ${line}: ${other === undefined ? FAULTS[fault] : `same number as line ${other}`}`;
}

/** '990 racers ready, 10 lines need a look' */
export function describeList(ready: number, faulty: number): string {
  const racers = `${counted(ready, 'racer', 'racers')} ready`;
  if (faulty === 0) return racers;
  return `${racers}, ${faulty === 1 ? '1 line needs' : `${faulty} lines need`} a look`;
}
