import type { Entry, Tap as StoredTap } from '../../../../domain/model/state.ts';
import { counted } from '../../../../domain/language.ts';
import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import { readResult } from '../../../../domain/results/read-results.ts';
import { startTeamOf } from '../../../../domain/results/read-teams.ts';
import { teamNameOf } from '../../../../domain/results/teams.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { DoneCard } from '../../../timing/hold/done-card.tsx';
import { BoardSection } from '../../../leaderboard/lists/board-section.tsx';
import { isIn } from '../../../timing/rows/racer-list.tsx';
import { TapButton } from '../../../timing/taps/tap-button.tsx';
import type { Tap } from '../../../timing/taps/timing-button.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { useStartsRest } from '../../../event/use-starts-rest.ts';

export interface TeamStartsProps {
  readonly open: OpenEvent;
  /** The inactive racers as they are on the screen, those who have just left among them. */
  readonly racers: readonly EntryResult[];
  readonly onTap: Tap;
}

interface WaitingTeam {
  readonly key: string;
  /** The first racer, with the name of the team. */
  readonly shown: Entry;
  readonly members: readonly EntryResult[];
}

/** A team time trial: one Start for each team, above the racers. Nothing once all teams are on course. */
export function TeamStarts({ open, racers, onTap }: TeamStartsProps) {
  const teams = listTeams(open, racers);
  const waiting = teams.filter(({ members }) => members.some(isWaiting)).length;
  if (teams.length === 0) return null;
  return (
    <BoardSection title="Teams to start" aside={String(waiting)} empty="">
      <ul className="relative overflow-clip rounded-card border border-line bg-card shadow-card">
        {teams.map((team) => (
          <li
            key={team.key}
            data-row={team.shown.racerId}
            className="relative @container flex h-18 items-center gap-3 bg-card ps-3.5 pe-1 not-first:border-t not-first:border-line"
          >
            {team.members.some(isWaiting) ? (
              <WaitingRow open={open} team={team} onTap={onTap} />
            ) : (
              <StartedRow open={open} team={team} />
            )}
          </li>
        ))}
      </ul>
    </BoardSection>
  );
}

const isWaiting = (racer: EntryResult): boolean => isIn(racer, 'inactive');

function listTeams({ event }: OpenEvent, racers: readonly EntryResult[]): WaitingTeam[] {
  const byTeam = new Map<string, EntryResult[]>();
  for (const racer of racers) {
    const key = racer.entry.removed ? null : startTeamOf(event, racer.entry);
    if (key === null) continue;
    const members = byTeam.get(key);
    if (members === undefined) byTeam.set(key, [racer]);
    else members.push(racer);
  }
  return [...byTeam].map(([key, members]) => {
    const { entry } = members[0]!;
    const name = teamNameOf(event.format.teams!, entry.details)!.trim();
    return { key, members, shown: { ...entry, name, bib: null } };
  });
}

interface RowProps {
  readonly open: OpenEvent;
  readonly team: WaitingTeam;
}

function WaitingRow({ open, team, onTap }: RowProps & { readonly onTap: Tap }) {
  const startsRest = useStartsRest(open.event);
  const { shown } = team;
  const waiting = team.members.filter(isWaiting);

  const start: Tap = async (_entry, line, timeStamp) => {
    // The row may be a moment behind: a racer whom another phone has just started gets no second start.
    const { event } = open.sync.event(open.eventId).getSnapshot();
    const racerIds = waiting
      .map(({ entry }) => entry.racerId)
      .filter((racerId) => {
        const entry = event?.entries[racerId];
        return event === null || (entry !== undefined && isWaiting(readResult(event, entry)));
      });
    if (racerIds.length > 0) await onTap(shown, line, timeStamp, { name: shown.name, racerIds });
  };

  return (
    <>
      <div className="h-16 min-w-0 flex-1 content-center stacked:content-start">
        <p dir="auto" className="truncate text-16 font-[650]">
          {shown.name}
        </p>
        <p className="line-clamp-2 text-14 leading-5 [overflow-wrap:anywhere] text-ink-2 stacked:me-24">
          <span className="sr-only">{counted(waiting.length, 'racer', 'racers')}: </span>
          <bdi>{waiting.map(({ entry }) => entry.name).join(', ')}</bdi>
        </p>
      </div>
      <TapButton line="start" entry={shown} isDisabled={startsRest} onTap={start}>
        {`× ${waiting.length}`}
      </TapButton>
    </>
  );
}

/** A team that has just left: its start can be taken back here, for all of its racers. */
function StartedRow({ open, team: { shown, members } }: RowProps) {
  const starts = members.flatMap(({ start }) => start ?? []);
  const first = starts[0];
  if (first === undefined) return null;
  const isSameTap = ({ by, captured }: StoredTap) =>
    by.deviceId === open.sync.deviceId() && captured.monotonic === first.captured.monotonic;
  const own = starts.filter(isSameTap);
  const { startTime } = members.find(({ start }) => start?.id === first.id)!;
  return (
    <DoneCard
      entry={shown}
      isPending={starts.some(({ id }) => open.shown.pendingIds.has(id))}
      undo={
        own.length === 0
          ? null
          : {
              label: `Undo start of ${shown.name}`,
              run: () =>
                void open.sync.recordTogether(
                  open.eventId,
                  own.map(({ id }) => ({ type: 'tap.undo', tapId: id })),
                ),
            }
      }
    >
      {formatTimeOfDay(startTime!, open.event.timeZone)}
    </DoneCard>
  );
}
