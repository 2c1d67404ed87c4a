import { type EventState, timeOf } from '../../../domain/model/state.ts';
import { counted, writeDecimal, writePlain } from '../../../domain/language.ts';
import type { BeforeOfficial } from '../../../domain/results/before-official.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { isOddTime, type OddTime } from '../../../domain/results/looks.ts';
import type { Line } from '../../../domain/model/lines.ts';
import type { Hand } from '../../../domain/results/marks.ts';
import { speedLimitOf } from '../../../domain/results/odd-speeds.ts';
import { nameLine } from '../../../domain/results/points.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import { formatExactTime } from '../../../domain/timing/parse-time.ts';
import { durationMs } from '../../../domain/units.ts';
import { nameRacer } from '../racer-words.ts';

/** Words of one line of what needs a look: what it is about, what is odd, where it is settled. */
export interface LookWords {
  readonly title: string;
  readonly what: string;
  /** Null where nothing on this page settles it. */
  readonly place: LeadsTo | null;
  /** The times that are settled by saying that they are right. */
  readonly rightTimes: readonly EntryResult[];
}

export type LeadsTo =
  | { readonly kind: 'racer'; readonly racerId: string; readonly attempt: number }
  | { readonly kind: 'readings'; readonly racerId: string; readonly line: Line; readonly attempt: number }
  | { readonly kind: 'give'; readonly tapId: string }
  | { readonly kind: 'view'; readonly id: string };

const NAMES_TOLD = 3;

export function describeLook(look: BeforeOfficial, event: EventState): LookWords {
  switch (look.kind) {
    case 'rehearsal':
      return onPage('A rehearsal is going on', 'Nothing you tap now counts.', 'rehearsal');
    case 'waiting': {
      const title = counted(look.count, 'step isn’t sent yet', 'steps aren’t sent yet');
      return onPage(title, 'Only this device knows them. It sends them once there’s a signal.', null);
    }
    case 'refused': {
      const title = counted(look.count, 'step was refused', 'steps were refused');
      return onPage(title, 'It doesn’t count. The note at the top of the page says why.', null);
    }
    case 'unnamed':
      return {
        title: formatExactTime(timeOf(look.tap), event.timeZone),
        what: `No name yet: ${nameLine(event, look.tap.line)}`,
        place: { kind: 'give', tapId: look.tap.id },
        rightTimes: [],
      };
    case 'clock': {
      const title = `${look.name || 'A phone'}: ${counted(look.racers.length, 'time', 'times')} by a clock in doubt`;
      const what =
        look.off === null
          ? 'This phone never compared its clock with the others.'
          : `The clock of this phone may have been off by ${Math.round(look.off)} ms.`;
      return { ...onPage(title, what, 'timers'), rightTimes: look.racers };
    }
    case 'not-started': {
      const names = look.racers.slice(0, NAMES_TOLD).map(({ entry }) => nameRacer(entry));
      const more = look.racers.length - names.length;
      const title = counted(look.racers.length, 'racer hasn’t started', 'racers haven’t started');
      return onPage(
        `${withRun(event, look.attempt)}${title}`,
        `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}: no start, and no DNS.`,
        'rulings',
      );
    }
    default: {
      const { racer } = look;
      const { attempt, entry } = racer;
      const { racerId } = entry;
      return {
        title: `${withRun(event, attempt)}${nameRacer(entry)}`,
        what: describeRacer(look, event),
        place:
          look.kind === 'readings'
            ? { kind: 'readings', racerId, line: look.line, attempt }
            : { kind: 'racer', racerId, attempt },
        rightTimes: rightTimesOf(look),
      };
    }
  }
}

const onPage = (title: string, what: string, id: string | null): LookWords => ({
  title,
  what,
  place: id === null ? null : { kind: 'view', id },
  rightTimes: [],
});

type LookOfRacer = Extract<BeforeOfficial, { readonly racer: EntryResult }>;

function rightTimesOf(look: LookOfRacer): readonly EntryResult[] {
  if (look.kind === 'close') return [look.racer, look.other];
  return isOddTime(look) || look.kind === 'by-hand' ? [look.racer] : [];
}

function describeRacer(look: LookOfRacer, event: EventState): string {
  const { racer } = look;
  const at = (time: EntryResult['startTime']) => formatTimeOfDay(time!, event.timeZone);
  switch (look.kind) {
    case 'no-finish':
      return `Started at ${at(racer.startTime)}. No finish, no DNF, no DSQ.`;
    case 'no-start':
      return `Finished at ${at(racer.finishTime)}. No start.`;
    case 'before-start':
      return `The finish, ${at(racer.finishTime)}, is before the start, ${at(racer.startTime)}.`;
    case 'split':
      return 'A split is before the start or after the finish.';
    case 'readings':
      return look.apart === null
        ? `A reading at the ${nameLine(event, look.line)} doesn’t count, and there’s no other.`
        : `Two readings at the ${nameLine(event, look.line)} are ${writeDecimal(look.apart / 1000, 2)} s apart.`;
    case 'close':
      return `Too close to call with ${nameRacer(look.other.entry)}. The clocks can’t tell who was faster.`;
    case 'by-hand':
      return `Someone set a time by hand: ${look.hands.map((hand) => handWords[hand]).join(', ')}.`;
    default:
      return describeOddTime(look, event);
  }
}

/** Reason in words why a time is most likely not this racer's. */
export function describeOddTime({ kind, racer, median }: OddTime, event: EventState): string {
  const time = formatDuration(racer.gross!);
  if (kind === 'speed') {
    const kmh = ((event.format.course?.meters ?? 0) * 3600) / racer.gross!;
    const speed = Number.isFinite(kmh) ? writePlain(Math.round(kmh)) : '∞';
    return `${time} on this course is ${speed} km/h. Nobody goes faster than ${speedLimitOf(event)}.`;
  }
  const middle = formatDuration(durationMs(median!));
  return kind === 'fast'
    ? `${time} is less than half the median time (${middle}).`
    : `${time} is more than three times the median time (${middle}).`;
}

const handWords: Readonly<Record<Hand, string>> = {
  filled: 'a missing time was filled in',
  typed: 'it was typed in',
  corrected: 'it was corrected',
};

const withRun = ({ format }: EventState, attempt: number): string =>
  format.attempts.count > 1 ? `Heat ${attempt}: ` : '';
