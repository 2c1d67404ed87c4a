import { type RacerSort, racerSorts } from '../../../../domain/racers/library.ts';
import type { RacerFilter } from '../../../../domain/racers/find.ts';
import { SearchField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';

export interface RacerView extends RacerFilter {
  readonly sort: RacerSort;
}

export const FIRST_VIEW: RacerView = { search: '', group: null, sort: 'name-ascending' };

const SORTS: readonly { readonly value: RacerSort; readonly label: string }[] = [
  { value: 'name-ascending', label: 'Name ascending' },
  { value: 'name-descending', label: 'Name descending' },
  { value: 'most-recent', label: 'Most recent' },
];
/** Blank: the only name that no group can have. */
const ALL_GROUPS = '';

export interface RacerFiltersProps {
  readonly view: RacerView;
  readonly groups: readonly string[];
  readonly onChange: (view: RacerView) => void;
}

export function RacerFilters({ view, groups, onChange }: RacerFiltersProps) {
  return (
    <div className="grid grid-cols-[minmax(7rem,1fr)_minmax(0,12rem)] gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_12rem]">
      <SearchField
        label="Search by name"
        value={view.search}
        onSearch={(search) => onChange({ ...view, search })}
        className="max-sm:col-span-2"
      />
      <SelectField
        label="Group"
        value={view.group ?? ALL_GROUPS}
        options={[{ value: ALL_GROUPS, label: 'All groups' }, ...groups.map((value) => ({ value, label: value }))]}
        onChange={(group) => onChange({ ...view, group: group === ALL_GROUPS ? null : group })}
      />
      <SelectField
        label="Sort"
        value={view.sort}
        options={SORTS}
        onChange={(value) => {
          const sort = racerSorts.find((known) => known === value);
          if (sort !== undefined) onChange({ ...view, sort });
        }}
      />
    </div>
  );
}
