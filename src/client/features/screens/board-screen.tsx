import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { describeProjected } from '../../../domain/results/describe-projected.ts';
import { stopNow } from '../../../domain/model/stops.ts';
import type { Leaderboard } from '../../../domain/results/read-leaderboard.ts';
import { teamNameOf } from '../../../domain/results/teams.ts';
import type { Finish } from '../../../domain/board/race-now.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { EpochMs } from '../../../domain/units.ts';
import { guestPath } from '../../../protocol/routes.ts';
import { placeOf } from '../../leaderboard/time-and-gap.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { layOutBoard, pageAt } from './layout-board.ts';
import { describeShown, type Line, listLines, showsTeams } from './screen-lines.tsx';
import { Frame, Lost, Racer, type ScreenProps, ToCheck } from './screen-parts.tsx';
import { describeArrival, figuresOf } from './screen-words.ts';

const ROW_EM = 1.6;
const PAGE_MS = 12_000;
/** A finish stays marked for so long. */
const NEW_MS = 20_000;
const NEXT_SHOWN = 3;

/** The results on a television or a projector: nobody touches it, so it rolls by itself. */
export function BoardScreen({ event, race, at, settings, isConnected }: ScreenProps) {
  const { board, leaderboard, finishes, arriving } = race;
  const list = useRef<HTMLDivElement>(null);
  const { rows, widthEm } = useFit(list);
  const lines = useMemo(() => listLines(event, leaderboard, settings), [event, leaderboard, settings]);
  const order = describeShown(event, leaderboard, settings);
  const { category } = leaderboard;
  const { columns, pages, scale } = layOutBoard(lines.length, rows, widthEm, settings.columns);
  const page = pageAt(at, pages, PAGE_MS);
  const shown = lines.slice(page * rows * columns, (page + 1) * rows * columns);
  const { finished, total, onCourse } = board.counters;
  const { viewerKey } = settings;
  const link = viewerKey && location.origin + guestPath(event.id, 'viewer', viewerKey);

  return (
    <Frame settings={settings}>
      <header className="flex flex-wrap items-baseline gap-x-[1em]">
        <h1 dir="auto" className="heading min-w-0 flex-1 truncate text-[1.4em] text-nowrap! max-sm:basis-full">
          {event.name}
        </h1>
        <Lost isConnected={isConnected} />
        {category !== null && <b dir="auto">{category}</b>}
        {order !== '' && <span className="text-(--fg-2)">{order}</span>}
        {event.official !== null && <b>Official</b>}
        {stopNow(event) !== null && <b className="rounded-[0.2em] bg-danger px-[0.4em] text-on-danger">Race stopped</b>}
        {pages > 1 && (
          <span className="text-(--fg-2)">
            {page + 1} / {pages}
          </span>
        )}
        {category === null && (
          <span className="max-sm:hidden">
            Finished <b>{finished}</b> / {total} · On course <b>{onCourse}</b>
          </span>
        )}
        <b>{formatTimeOfDay(at, event.timeZone).slice(0, 5)}</b>
      </header>
      <div ref={list} className="my-[0.5em] min-h-0 flex-1 overflow-hidden">
        {lines.length === 0 ? (
          <p className="pt-[1em] text-[1.4em] text-(--fg-2)">Nobody has finished yet.</p>
        ) : (
          <ol
            aria-label="Leaderboard"
            className="grid grid-flow-col gap-x-[1.5em]"
            style={{
              fontSize: `${scale}em`,
              gridTemplateRows: `repeat(${Math.floor(rows / scale)}, ${ROW_EM}em)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {shown.map((line) => (
              <Row key={line.key} line={line} hasGap={columns < 3 && widthEm > 30} at={at} />
            ))}
          </ol>
        )}
      </div>
      <footer className="flex items-stretch gap-[0.75em] max-sm:flex-col">
        <Panel title="Last finisher">
          {finishes[0] && <Last finish={finishes[0]} event={event} board={leaderboard} settings={settings} />}
        </Panel>
        <Panel title="Expected next">
          {arriving.slice(0, NEXT_SHOWN).map(({ racer, expected, projected }, index) => (
            <p key={racer.entry.racerId} className={`flex gap-[0.75em] ${index > 0 ? 'max-sm:hidden' : ''}`}>
              <Racer entry={racer.entry} className="flex-1" />
              {projected && !showsTeams(event, leaderboard, settings) && (
                <span className="text-(--fg-2) max-sm:hidden">{describeProjected(projected)}</span>
              )}
              <b className="min-w-[3em] text-end">{describeArrival(expected, at)}</b>
            </p>
          ))}
        </Panel>
        {link && (
          <div className="flex items-center gap-[0.5em] max-sm:hidden">
            <QrCode text={link} label="QR code to follow the race" className="size-[5.2em]" />
            <span className="w-[3.2em]">Follow live</span>
          </div>
        )}
      </footer>
    </Frame>
  );
}

function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="min-w-0 flex-1 rounded-[0.4em] bg-(--raised) px-[0.6em] py-[0.4em] sm:min-h-[5.2em]">
      <h2 className="text-(--fg-2)">{title}</h2>
      {children}
    </section>
  );
}

interface LastProps extends Pick<ScreenProps, 'event' | 'settings'> {
  readonly finish: Finish;
  readonly board: Leaderboard;
}

function Last({ finish: { racer, rank }, event, board, settings }: LastProps) {
  const [figure, under] = figuresOf(event, board, racer);
  // A place among the racers would be read as that of the team.
  const isOfTeam = showsTeams(event, board, settings);
  const { isToCheck } = racer;
  const isFastest = rank === 1 && !isToCheck && board.by === 'actual';
  return (
    <>
      <p className="flex gap-[0.5em] text-[1.3em] font-[720]">
        {rank !== null && !isOfTeam && <span>{placeOf({ rank, isToCheck })}</span>}
        <Racer entry={racer.entry} className="flex-1" />
      </p>
      <p className="flex items-baseline gap-[0.75em]">
        <b className="text-[1.2em]">{figure}</b>
        <span dir="auto" className="truncate text-(--fg-2)">
          {isOfTeam ? teamNameOf(event.format.teams!, racer.entry.details) : isFastest ? 'fastest so far' : under}
          {isToCheck && <ToCheck />}
        </span>
      </p>
    </>
  );
}

interface RowProps {
  readonly line: Line;
  readonly hasGap: boolean;
  readonly at: EpochMs;
}

function Row({ line: { place, name, figure, under, finishTime }, hasGap, at }: RowProps) {
  const isNew = finishTime !== null && at - finishTime < NEW_MS;
  return (
    <li
      className={`flex items-center gap-[0.5em] border-b border-(--edge) px-[0.3em] ${
        isNew ? 'bg-accent text-on-accent [--fg-2:var(--color-on-accent)]' : ''
      }`}
    >
      <span className={`w-[2em] shrink-0 ${place === '#1' ? 'font-[760]' : 'text-(--fg-2)'}`}>{place}</span>
      {name}
      <b>{figure}</b>
      {hasGap && <span className="min-w-[4.6em] shrink-0 text-end text-nowrap text-(--fg-2)">{under}</span>}
    </li>
  );
}

/** Number of rows that the list has room for, and its width as a multiple of the type's height. */
function useFit(list: RefObject<HTMLElement | null>) {
  const [fit, setFit] = useState({ rows: 10, widthEm: 60 });
  useLayoutEffect(() => {
    const element = list.current!;
    const measure = () => {
      const em = Number.parseFloat(getComputedStyle(element).fontSize);
      const rows = Math.max(1, Math.floor(element.clientHeight / (ROW_EM * em)));
      setFit({ rows, widthEm: element.clientWidth / em });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [list]);
  return fit;
}
