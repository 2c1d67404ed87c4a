import { type RaceFormat, shownDetails } from '../../../../domain/model/race-format.ts';
import { SwitchRow } from '../../../ui/switch-row.tsx';
import { Section } from '../../../ui/section.tsx';

type Shown = RaceFormat['shows'];

const words: Readonly<Record<Shown[number], { readonly label: string; readonly hint: string }>> = {
  category: {
    label: 'Category',
    hint: 'Viewers see each racer’s category and can filter by it. A category by age tells roughly how old somebody is.',
  },
  class: { label: 'Class', hint: 'For example Elite or tandem.' },
  club: { label: 'Club', hint: 'The name of each racer’s club.' },
  team: { label: 'Team', hint: 'The name of each racer’s team.' },
  bests: {
    label: 'Personal bests',
    hint: 'Viewers see when a time is a racer’s best on this course, and by how much. Followers are told, too.',
  },
};

export interface ShownToViewersProps {
  readonly shows: Shown;
  readonly onChange: (shows: Shown) => void;
}

export function ShownToViewers({ shows, onChange }: ShownToViewersProps) {
  return (
    <Section title="What viewers see" className="">
      <p className="mt-1 text-ink-2">
        Nothing of this is public until you switch it on. Years of birth and gender are never shown to viewers.
      </p>
      <div className="mt-2 divide-y divide-line">
        {shownDetails.map((name) => (
          <SwitchRow
            key={name}
            label={words[name].label}
            hint={words[name].hint}
            isOn={shows.includes(name)}
            onChange={(isOn) => onChange(isOn ? [...shows, name] : shows.filter((each) => each !== name))}
          />
        ))}
      </div>
    </Section>
  );
}
