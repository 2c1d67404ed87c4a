import { useEffect, useMemo, useState } from 'react';
import { propose } from '../../../../domain/handicap/propose.ts';
import { readTargets, type TargetRule } from '../../../../domain/handicap/target.ts';
import { counted } from '../../../../domain/language.ts';
import { ok, refuse } from '../../../../domain/result.ts';
import { CheckOption } from '../../../ui/check-option.tsx';
import { useObservable } from '../../../sync/use-sync.ts';
import { Choices } from '../../../ui/choices.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatDate } from '../../../../domain/timing/local-time.ts';
import { listOwnEvents } from '../../../event/list-events.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { Preview } from './preview.tsx';
import { type EarlierRace, firstStartOf, readEarlierRaces } from './earlier-races.ts';
import { takeWhenThere } from '../../../loading/take-when-there.ts';

/** A season of a weekly race. */
const RACES_LOOKED_AT = 20;

/** Targets from the racers' own earlier results on this course. */
export function EarlierPart({ open }: { readonly open: OpenEvent }) {
  const { event, sync } = open;
  const account = useObservable(sync.account, null);
  const [races, setRaces] = useState<readonly EarlierRace[] | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [rule, setRule] = useState<TargetRule>('mean');
  const course = event.format.course?.name ?? null;
  const [began] = useState(() => firstStartOf(event));
  const isLoaded = account !== null;
  const ids = listOwnEvents(account?.events ?? [], '', 'newest')
    .filter(({ id, finished }) => id !== event.id && finished > 0)
    .slice(0, RACES_LOOKED_AT)
    .map(({ id }) => id)
    .join(' ');

  useEffect(() => {
    if (!isLoaded) return;
    return takeWhenThere(readEarlierRaces(sync, ids === '' ? [] : ids.split(' ')), (found) => {
      setRaces(found.toSorted((one, other) => other.at - one.at));
      const earlier = found.filter(({ at }) => began === null || at < began);
      setTicked(new Set(earlier.filter((race) => isOn(race, course)).map(({ id }) => id)));
    });
  }, [sync, ids, isLoaded, course, began]);

  const targets = useMemo(
    () =>
      readTargets(
        (races ?? []).filter(({ id }) => ticked.has(id)).map(({ times }) => times),
        rule,
      ),
    [races, ticked, rule],
  );
  const proposals = useMemo(
    () =>
      propose(event, (_looked, racerId) => {
        const target = targets.get(racerId);
        if (target === undefined) return refuse('no-earlier-result');
        return ok({ ms: target.ms, betweenAges: null, betweenMeters: null });
      }),
    [event, targets],
  );

  if (races === null) return <p role="status">Looking at your earlier races…</p>;
  if (races.length === 0) {
    return <EmptyState title="No earlier results">Your events with finished racers appear here.</EmptyState>;
  }
  return (
    <>
      <fieldset>
        <legend className="mb-1 font-[650]">
          {course === null ? 'Which races were on this course?' : `Races that count, on ${course}`}
        </legend>
        {races.map((race) => (
          <CheckOption
            key={race.id}
            checked={ticked.has(race.id)}
            onChange={(isOn_) => setTicked(withOrWithout(ticked, race.id, isOn_))}
          >
            <bdi className="font-[650]">{race.name}</bdi>{' '}
            <span className="digits text-14 text-ink-2">
              {[formatDate(race.at, event.timeZone), race.course].filter(Boolean).join(' · ')}
            </span>
          </CheckOption>
        ))}
      </fieldset>
      <Choices
        label="How the target is made"
        layout="wrap"
        chosen={rule}
        options={[
          { id: 'mean', label: 'Average of their own past results' },
          { id: 'best', label: 'The best of them' },
        ]}
        onChoose={setRule}
      />
      <Preview
        open={open}
        proposals={proposals}
        rule="plus"
        source={rule === 'mean' ? 'Average of earlier results' : 'Best earlier result'}
        noteOf={(racerId) => {
          const target = targets.get(racerId);
          return target && counted(target.races, 'earlier result', 'earlier results');
        }}
      />
    </>
  );
}

/** Courses are joined by their name, whatever capitals it was typed in. */
const isOn = (race: EarlierRace, course: string | null): boolean =>
  course !== null && race.course?.trim().toLowerCase() === course.trim().toLowerCase();

function withOrWithout(all: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(all);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
