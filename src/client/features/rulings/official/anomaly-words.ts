import type { EventState } from '../../../../domain/model/state.ts';
import { counted, writeDecimal, writePlain } from '../../../../domain/language.ts';
import type { Anomaly } from '../../../../domain/results/anomalies.ts';
import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import { speedLimitOf } from '../../../../domain/results/odd-speeds.ts';
import { nameLine } from '../../../../domain/results/points.ts';
import { listUnassigned } from '../../../../domain/results/second-readings.ts';
import type { Hand } from '../../../../domain/results/marks.ts';
import { formatDuration } from '../../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { durationMs } from '../../../../domain/units.ts';
import { nameRacer } from '../../../event/racer-words.ts';

/** One odd fact: what it is about, why it is odd, and where it is mended. */
export interface AnomalyWords {
  readonly title: string;
  readonly why: string;
  /** Null where nothing on this page mends it. */
  readonly place: Place | null;
}

export type Place =
  | { readonly kind: 'racer'; readonly racerId: string }
  | { readonly kind: 'give'; readonly tapId: string }
  | { readonly kind: 'view'; readonly id: string };

const NAMES_TOLD = 3;

export function describeAnomaly(anomaly: Anomaly, event: EventState): AnomalyWords {
  switch (anomaly.kind) {
    case 'rehearsal':
      return {
        title: 'A rehearsal is going on',
        why: 'Nothing that is tapped now counts.',
        place: { kind: 'view', id: 'rehearsal' },
      };
    case 'waiting':
      return {
        title: counted(anomaly.count, 'step is not sent yet', 'steps are not sent yet'),
        why: 'Only this device knows them. They are sent once there is a signal.',
        place: null,
      };
    case 'refused':
      return {
        title: counted(anomaly.count, 'step was refused', 'steps were refused'),
        why: 'It does not count. The note at the top of the page says why.',
        place: null,
      };
    case 'nobodys': {
      const tap = listUnassigned(event).find(({ line }) => line === anomaly.line);
      return {
        title: describeNobodys(anomaly.count, nameLine(event, anomaly.line)),
        why: 'Somebody came by, and nobody was named for it. Is a number missing in the list?',
        place: tap === undefined ? null : { kind: 'give', tapId: tap.id },
      };
    }
    case 'clock':
      return {
        title: `${anomaly.name || 'A phone'}: ${counted(anomaly.count, 'time', 'times')} by a clock in doubt`,
        why:
          anomaly.off === null
            ? 'The clock of this phone was never compared with the others.'
            : `The clock of this phone may have been off by ${Math.round(anomaly.off)} ms.`,
        place: { kind: 'view', id: 'timers' },
      };
    case 'not-started': {
      const names = anomaly.racers.slice(0, NAMES_TOLD).map(({ entry }) => entry.name);
      const more = anomaly.racers.length - names.length;
      return {
        title: `${withRun(event, anomaly.attempt)}${counted(anomaly.racers.length, 'racer has not started', 'racers have not started')}`,
        why: `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}: no start, and no DNS.`,
        place: { kind: 'view', id: 'rulings' },
      };
    }
    default: {
      const { racer } = anomaly;
      const title = `${withRun(event, racer.attempt)}${nameRacer(racer.entry)}`;
      return { title, why: describeRacer(anomaly, event), place: { kind: 'racer', racerId: racer.entry.racerId } };
    }
  }
}

function describeRacer(anomaly: Extract<Anomaly, { readonly racer: EntryResult }>, event: EventState): string {
  const { racer } = anomaly;
  const at = (time: EntryResult['startTime']) => formatTimeOfDay(time!, event.timeZone);
  switch (anomaly.kind) {
    case 'no-finish':
      return `Started at ${at(racer.startTime)}, and has no finish and no ruling.`;
    case 'no-start':
      return `Finished at ${at(racer.finishTime)}, and has no start.`;
    case 'before-start':
      return `The finish, ${at(racer.finishTime)}, is before the start, ${at(racer.startTime)}.`;
    case 'split':
      return 'A split is before the start or after the finish.';
    case 'readings':
      return anomaly.apart === null
        ? `A reading at the ${nameLine(event, anomaly.line)} does not count, and there is no other.`
        : `Two readings at the ${nameLine(event, anomaly.line)} are ${writeSeconds(anomaly.apart)} s apart.`;
    case 'speed':
      return `${formatDuration(racer.gross!)} over this course is ${writeSpeed(anomaly.kmh!)} km/h. The most that anybody reaches is ${speedLimitOf(event)}.`;
    case 'fast':
      return `${formatDuration(racer.gross!)} is less than half of the middle time, ${formatDuration(durationMs(anomaly.median!))}.`;
    case 'slow':
      return `${formatDuration(racer.gross!)} is more than three times the middle time, ${formatDuration(durationMs(anomaly.median!))}.`;
    case 'close':
      return `Too close to call with ${nameRacer(anomaly.other.entry)}: the clocks cannot tell who was faster.`;
    case 'by-hand':
      return `A time was set by a person: ${anomaly.hands.map((hand) => handWords[hand]).join(', ')}.`;
  }
}

const describeNobodys = (count: number, line: string): string =>
  count === 1 ? `A time at the ${line} has no racer` : `${count} times at the ${line} have no racer`;

const handWords: Readonly<Record<Hand, string>> = {
  filled: 'a missing time was filled in',
  typed: 'it was typed in',
  corrected: 'it was corrected',
};

const writeSeconds = (ms: number): string => writeDecimal(ms / 1000, 2);
const writeSpeed = (kmh: number): string => (Number.isFinite(kmh) ? writePlain(Math.round(kmh)) : '∞');

const withRun = ({ format }: EventState, attempt: number): string =>
  format.attempts.count > 1 ? `Run ${attempt}: ` : '';
