import { useMemo } from 'react';
import type { EventCommandBody } from '../../../../domain/events/commands.ts';
import { attemptNow } from '../../../../domain/model/state.ts';
import { stopNow } from '../../../../domain/model/stops.ts';
import { counted } from '../../../../domain/language.ts';
import { nameLine } from '../../../../domain/results/points.ts';
import { statusesAsTheyAre } from '../../../../domain/events/set-statuses.ts';
import { listStillOut } from '../../../../domain/results/still-out.ts';
import { listStoppedRuns, type StoppedRun, timesOf } from '../../../../domain/results/stopped-runs.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { split } from '../../../event/command-parts.ts';
import { askToStop } from '../../../event/stop-race.ts';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { ViewPage } from '../../../event/view-page.tsx';
import { RacerCard } from '../../../timing/rows/racer-card.tsx';
import { WindowList } from '../../../timing/rows/window-list.tsx';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { showUndo } from '../../../ui/undo-bar.tsx';
import { GoOn } from './go-on.tsx';
import { RunRow, type Rule } from './run-row.tsx';

/** The race is stopped: who is out there, how it goes on, and what becomes of the runs. */
export function StopView({ open, onClose }: TimerViewProps) {
  const { event, sync, eventId } = open;
  const alerts = useAlert();
  const current = stopNow(event);
  const stop = current ?? event.stops?.at(-1) ?? null;
  const runs = useMemo(() => (stop === null ? [] : listStoppedRuns(event, stop)), [event, stop]);
  const asked = new Set(runs.map(({ racer }) => racer.entry.racerId));
  const others = useMemo(() => listStillOut(event), [event]).filter(({ racer }) => !asked.has(racer.entry.racerId));
  const placeOf = (line: string) => (line === 'start' ? 'the start' : nameLine(event, line));

  function rule(how: Rule, ruled: readonly StoppedRun[]): void {
    const racerIds = ruled.map(({ racer }) => racer.entry.racerId);
    const attempt = attemptNow(event);
    const record = (body: EventCommandBody) => void sync.recordForEvent(eventId, body);
    const who = ruled.length === 1 ? ruled[0]!.racer.entry.name : counted(ruled.length, 'racer', 'racers');
    if (how === 'again') {
      const tapIds = timesOf(event, ruled);
      const all = (type: 'tap.undo' | 'tap.redo') =>
        void sync.recordTogether(
          eventId,
          tapIds.map((tapId) => ({ type, tapId })),
        );
      all('tap.undo');
      return void showUndo({ message: `Runs again: ${who}`, undo: () => all('tap.redo') });
    }
    const back = split(racerIds).flatMap((part) => statusesAsTheyAre(event, part));
    const status = how === 'DNF' ? 'DNF' : 'OK';
    for (const part of split(racerIds)) {
      record({ type: 'statuses.set', racerIds: part, attempt, status, reason: 'The race was stopped' });
    }
    showUndo({ message: how === 'DNF' ? `DNF: ${who}` : `Time kept: ${who}`, undo: () => back.forEach(record) });
  }

  return (
    <ViewPage title="Stop the race" name={event.name} onClose={onClose}>
      {current !== null && (
        <p role="alert" className="rounded-card bg-danger px-4 py-3 text-on-danger">
          <strong className="heading block text-24">Race stopped</strong>
          <span className="digits">since {formatTimeOfDay(current.from, event.timeZone)}. Nobody starts.</span>
        </p>
      )}
      {current === null && (
        <EmptyState
          title={stop === null ? 'The race isn’t stopped' : 'The race resumes'}
          action={
            <Button variant="danger" size="lg" onClick={() => void askToStop(open, alerts)}>
              Stop the race
            </Button>
          }
        >
          After an accident on the course, nobody starts, we tell everyone, and you see who’s still out there.
        </EmptyState>
      )}
      {current !== null && <GoOn key={current.id} open={open} stop={current} />}
      {runs.length > 0 && (
        <section aria-label="Racers who were stopped" className="flex flex-col gap-2">
          <h2 className="heading text-20">{counted(runs.length, 'racer was stopped', 'racers were stopped')}</h2>
          <p className="text-ink-2">
            ‘Run again’ undoes the start, and the racer starts anew. Every time stays in the history.
          </p>
          {runs.length > 1 && (
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => rule('again', runs)}>All run again</Button>
              <Button onClick={() => rule('DNF', runs)}>All DNF</Button>
              <Button onClick={() => rule('keep', runs)}>Keep all times</Button>
            </div>
          )}
          <ul className="divide-y divide-line border-y border-line">
            {runs.map((run) => (
              <RunRow
                key={run.racer.entry.racerId}
                run={run}
                place={placeOf(run.seen.line)}
                timeZone={event.timeZone}
                onRule={(how) => rule(how, [run])}
              />
            ))}
          </ul>
        </section>
      )}
      {current !== null && runs.length === 0 && others.length === 0 && (
        <EmptyState title="Nobody is on course">Everyone who started is back.</EmptyState>
      )}
      {current !== null && others.length > 0 && (
        <section aria-label="Also on course">
          <h2 className="heading text-20">Also on course</h2>
          <WindowList label="Racers who are still out" rows={others} keyOf={({ racer }) => racer.entry.racerId}>
            {({ racer, seen }) => (
              <RacerCard entry={racer.entry} isPending={false} onShow={null} action={null}>
                last seen at <bdi>{placeOf(seen.line)}</bdi>, {formatTimeOfDay(seen.at, event.timeZone)}
              </RacerCard>
            )}
          </WindowList>
        </section>
      )}
    </ViewPage>
  );
}
