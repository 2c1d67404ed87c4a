import type { FaultyLine, ImportFault } from '../../../../domain/racers/import.ts';
import { MAX_GROUP_LENGTH, MAX_GROUPS, MAX_NAME_LENGTH } from '../../../../protocol/limits.ts';

export const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

const FAULTS: Readonly<Record<ImportFault, string>> = {
  'no-name': 'no name',
  'name-too-long': `name longer than ${MAX_NAME_LENGTH} characters`,
  'group-too-long': `group longer than ${MAX_GROUP_LENGTH} characters`,
  'too-many-groups': `more than ${MAX_GROUPS} groups`,
  'not-storable': 'characters that cannot be stored',
};

export const describeFault = ({ line, fault }: FaultyLine): string => `Line ${line}: ${FAULTS[fault]}`;
