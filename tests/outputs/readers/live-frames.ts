import { expectOf, type Racer, type Ride } from '../oracle.ts';
import type { Watched } from '../watcher.ts';
import type { Reading } from './reading.ts';

/**
 * What spectators are sent makes the results of the rules: to one who watched from the start, change by change, and to
 * one who comes now.
 */
export async function readLiveFrames(reading: Reading): Promise<void> {
  const { stage } = reading;
  const { seq } = stage.event;
  checkWatched(reading, 'from the start', await stage.watcher.until(seq));
  const late = await stage.watchNow();
  checkWatched(reading, 'now', await late.until(seq));
  late.close();
}

function checkWatched({ expected, check, faces }: Reading, who: string, sent: ReadonlyMap<string, Watched>): void {
  const { race } = expected;
  check.same(
    `${who}: racers`,
    [...sent.keys()].map((racerId) => faces.short(racerId)).toSorted(),
    race.racers.map(({ racerId }) => faces.short(racerId)).toSorted(),
  );
  const racers = race.racers.map((racer): Racer => {
    const own = sent.get(racer.racerId);
    return own === undefined
      ? racer
      : { ...racer, runs: racer.runs.map((ride, index) => rideIn(own, index + 1, ride)) };
  });
  for (const { racerId, runs } of racers) {
    const wanted = race.racers.find((racer) => racer.racerId === racerId)!.runs;
    runs.forEach(({ start, finish, splits, status }, index) => {
      const { start: from, finish: to, splits: at, status: ruled } = wanted[index]!;
      const told = `${who}: ${faces.short(racerId)} run ${index + 1}`;
      check.same(told, [start, finish, splits, status], [from, to, at, ruled]);
    });
  }
  for (const [racerId, { rank, ms, status, adjusted, isToCheck }] of expectOf({ ...race, racers }).total.placed) {
    const wanted = expected.total.placed.get(racerId)!;
    check.same(
      `${who}: ${faces.short(racerId)}`,
      [rank, ms, status, adjusted, isToCheck],
      [wanted.rank, wanted.ms, wanted.status, wanted.adjusted, wanted.isToCheck],
    );
  }
}

function rideIn({ times, rulings }: Watched, attempt: number, { isCorrected, splits }: Ride): Ride {
  const { status = 'OK', penalties = [], isChecked = false } = rulings.get(attempt) ?? {};
  const lines = Object.keys(splits).filter((line) => times.has(`${line} ${attempt}`));
  return {
    start: times.get(`start ${attempt}`) ?? null,
    finish: times.get(`finish ${attempt}`) ?? null,
    splits: Object.fromEntries(lines.map((line) => [line, times.get(`${line} ${attempt}`)!])),
    status,
    penalties,
    isCorrected,
    isChecked,
  };
}
