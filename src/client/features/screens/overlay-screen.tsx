import type { CSSProperties, ReactNode } from 'react';
import { describeProjected } from '../../../domain/results/describe-projected.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { readResults } from '../../../domain/results/read-results.ts';
import type { Leaderboard, LeaderboardRow } from '../../../domain/results/read-leaderboard.ts';
import { teamNameOf } from '../../../domain/results/teams.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import { figureOf } from '../../leaderboard/shown-order.ts';
import { placeOf } from '../../leaderboard/time-and-gap.ts';
import { listLines, showsTeams } from './screen-lines.tsx';
import { Racer, type ScreenProps, ToCheck } from './screen-parts.tsx';
import { figuresOf, sinceStart } from './screen-words.ts';

const [MOST_ON_COURSE, MOST_FIRST] = [5, 5];
const [WIDE, NARROW] = ['30em', '9em'];

/**
 * Overlay with one thing over a picture, in a box of a fixed size at the top left, which the mixer places. With nothing to
 * show it is empty: no message of ours goes on air, not even that the connection is lost.
 */
export function OverlayScreen(props: ScreenProps) {
  const { event, race, at, settings } = props;
  const { finishes, leaderboard, arriving } = race;
  switch (settings.show) {
    case 'clock':
      return (
        <Box {...props} width={NARROW}>
          <p className="text-center text-[1.6em] font-[760]">{formatTimeOfDay(at, event.timeZone)}</p>
        </Box>
      );
    case 'on-course':
      return arriving.length === 0 ? null : (
        <Box {...props} width={WIDE}>
          {arriving.slice(0, MOST_ON_COURSE).map(({ racer, projected }) => (
            <Line key={racer.entry.racerId} racer={racer} note={projected && describeProjected(projected)}>
              {sinceStart(racer, at)}
            </Line>
          ))}
        </Box>
      );
    case 'first':
      return <First {...props} most={MOST_FIRST} />;
    case 'leader':
      return <First {...props} most={1} />;
    case 'rider':
      return <Rider {...props} />;
    case 'last': {
      const last = finishes[0]?.racer.entry;
      const racer = leaderboard.ranked.find(({ entry }) => entry === last);
      if (racer === undefined) return null;
      const { teams } = event.format;
      return (
        <Box {...props} width={WIDE}>
          {/* A place among the racers would be read as that of the team. */}
          {showsTeams(event, leaderboard, settings) ? (
            <Line racer={racer} note={teamNameOf(teams!, racer.entry.details)}>
              {figureOf(event, leaderboard)(racer)[0]}
            </Line>
          ) : (
            <Finished racer={racer} event={event} board={leaderboard} />
          )}
        </Box>
      );
    }
  }
}

/** The head of the ranking: racers, or teams where they are ranked. */
function First({ most, ...props }: ScreenProps & { readonly most: number }) {
  const { event, race, settings } = props;
  const lines = listLines(event, race.leaderboard, settings)
    .filter(({ figure }) => figure !== '')
    .slice(0, most);
  return lines.length === 0 ? null : (
    <Box {...props} width={WIDE}>
      {lines.map((line) => (
        <Row key={line.key} place={line.place} name={line.name} note={line.under}>
          {line.figure}
        </Row>
      ))}
    </Box>
  );
}

function Rider(props: ScreenProps) {
  const { event, race, at, settings } = props;
  const isIt = ({ entry }: EntryResult) =>
    entry.racerId === settings.racer || (settings.bib !== null && entry.bib === settings.bib);
  const { leaderboard } = race;
  const now = readResults(event).find(isIt);
  // A racer on course again in another run is shown without the place of the runs before.
  const isRiding = now?.state === 'on-course';
  const ranked = isRiding ? undefined : leaderboard.ranked.find(isIt);
  const isTimed = (each: EntryResult) => isIt(each) && each.outsideTime !== null;
  const timed = isRiding ? undefined : (leaderboard.without.find(isIt) ?? leaderboard.unranked.find(isTimed));
  const racer = ranked ?? timed ?? leaderboard.unranked.find(isIt) ?? now;
  if (racer === undefined) return null;
  const [time, lack] = timed === undefined ? [] : figuresOf(event, leaderboard, timed);
  const coming = race.arriving.find(isComing(racer));
  const listed = racer.entry.slot?.at;
  return (
    <Box {...props} width={WIDE}>
      {ranked === undefined ? (
        <Line racer={racer} note={lack ?? (coming?.projected && describeProjected(coming.projected))}>
          {time}
          {racer.state === 'on-course' && sinceStart(racer, at)}
          {racer.state === 'out' && timed === undefined && racer.status}
          {racer.state === 'inactive' && listed != null && `starts ${formatTimeOfDay(listed, event.timeZone)}`}
        </Line>
      ) : (
        <Finished racer={ranked} event={event} board={leaderboard} />
      )}
    </Box>
  );
}

const isComing =
  ({ entry }: EntryResult) =>
  ({ racer }: { readonly racer: EntryResult }): boolean =>
    racer.entry === entry;

interface FinishedProps extends Pick<ScreenProps, 'event'> {
  readonly racer: LeaderboardRow;
  readonly board: Leaderboard;
}

function Finished({ racer, event, board }: FinishedProps) {
  const [figure, under] = figureOf(event, board)(racer);
  return (
    <Line racer={racer} place={placeOf(racer)} note={racer.isToCheck ? <ToCheck /> : under}>
      {figure}
    </Line>
  );
}

interface LineProps {
  readonly racer: EntryResult;
  readonly place?: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

const Line = ({ racer, ...rest }: LineProps) => (
  <Row {...rest} name={<Racer entry={racer.entry} className="flex-1 font-[720]" />} />
);

interface RowProps extends Omit<LineProps, 'racer'> {
  readonly name: ReactNode;
}

function Row({ name, place, note, children }: RowProps) {
  return (
    <p className="flex h-[2em] items-center gap-[0.6em]">
      {place !== undefined && (
        <span className="rounded-bib bg-(--accent) px-[0.4em] font-[760] text-on-accent">{place}</span>
      )}
      {name}
      {note && <span className="text-(--fg-2)">{note}</span>}
      <b className="text-[1.2em] font-[760]">{children}</b>
    </p>
  );
}

interface BoxProps extends ScreenProps {
  readonly width: string;
  readonly children: ReactNode;
}

function Box({ settings, width, children }: BoxProps) {
  const { background, color, accent, size } = settings;
  const style: CSSProperties & Record<`--${string}`, string> = {
    fontSize: `${(32 * size) / 100}px`,
    lineHeight: 1.2,
    width,
    background: background ?? '#0d1410e6',
    '--fg': color ?? '#f1f5ee',
    '--fg-2': color ?? '#9ca89f',
    '--accent': accent ?? 'var(--color-accent)',
  };
  return (
    <main style={style} className="digits rounded-[0.4em] px-[0.7em] py-[0.3em] text-(--fg)">
      {children}
    </main>
  );
}
