import { alignBySpeed, type SpeedAlignment } from '../../../domain/align-speed.ts';
import { type CompareProblem, type Settled, settleRuns } from '../../../domain/compare/compare.ts';
import type { Lapse } from '../../../domain/compare/gates.ts';
import type { Track } from '../../../domain/compare/track.ts';
import { derive, type DeriveSettings, type Series } from '../../../domain/derive.ts';
import { type Summary, summariseSeries } from '../../../domain/summary.ts';
import { sectionBetween } from '../../../domain/timeline.ts';
import { unpack } from '../../../domain/pack.ts';
import type { Samples } from '../../../domain/recording.ts';
import { refuse, type Result } from '../../../../domain/result.ts';
import { type Drawn, drawnOf, placesOf } from './drawn.ts';
import { readTrack, type SideProblem, type SideTrack } from './side-track.ts';

/** What a screen draws of one source, and the figures of all of it. */
export interface Derived {
  readonly drawn: Drawn;
  readonly summary: Summary;
}

/** A source of a run, once it can be drawn. */
export interface DerivedSource extends Derived {
  readonly id: string;
}

/** Samples as they are stored: unpacked here, the page never has them all. */
interface PackedSource {
  readonly source: string;
  readonly packed: Uint8Array;
  readonly breaks: readonly number[];
}

/** On the source's own timeline. */
interface PartOfTrack {
  readonly source: string;
  readonly lapse: Lapse;
}

/** What each kind of question is, and what is answered to it. */
interface Questions {
  derive: { readonly asked: PackedSource & { readonly settings: DeriveSettings }; readonly answer: Derived };
  /** Of a source that was derived before, between two of its own places. */
  summarise: {
    readonly asked: { readonly source: string; readonly from: number; readonly to: number };
    readonly answer: Summary | null;
  };
  track: { readonly asked: PackedSource; readonly answer: SideTrack | SideProblem };
  /** Two parts of runs, whose tracks were asked before, on one course. */
  settle: {
    readonly asked: { readonly a: PartOfTrack; readonly b: PartOfTrack };
    readonly answer: Result<Settled, CompareProblem>;
  };
  /** Where one recording lies on the timeline of another, by their speeds. */
  align: {
    readonly asked: { readonly own: PackedSource; readonly other: PackedSource };
    readonly answer: SpeedAlignment;
  };
}
type Kind = keyof Questions;
export type Question<K extends Kind = Kind> = { [Each in K]: { readonly kind: Each } & Questions[Each]['asked'] }[K];
export type Answer<K extends Kind = Kind> = Questions[K]['answer'];

/** Answers one question after the other, and keeps what later ones need. */
export function createAnswering(): (question: Question) => Answer {
  const known = new Map<string, { readonly series: Series; readonly places: Float64Array }>();
  const tracks = new Map<string, Track>();
  return (question) => {
    if (question.kind === 'summarise') {
      const { source, from, to } = question;
      const before = known.get(source);
      const section = before === undefined ? null : sectionBetween(before.places, from, to);
      return section === null ? null : summariseSeries(before!.series, section);
    }
    if (question.kind === 'align') {
      const [own, other] = [question.own, question.other].map(({ packed, breaks }) => ({
        samples: open(packed),
        breaks,
      }));
      return alignBySpeed(own!, other!);
    }
    if (question.kind === 'settle') {
      const { a, b } = question;
      const [ofA, ofB] = [tracks.get(a.source), tracks.get(b.source)];
      if (ofA === undefined || ofB === undefined) return refuse('no-positions');
      return settleRuns({ track: ofA, lapse: a.lapse }, { track: ofB, lapse: b.lapse });
    }
    const { source, packed, breaks } = question;
    if (question.kind === 'track') {
      const read = readTrack(open(packed), breaks);
      // A copy stays here: what is answered goes to the page.
      if (typeof read !== 'string') tracks.set(source, structuredClone(read.track));
      return read;
    }
    const series = derive(open(packed), breaks, question.settings);
    known.set(source, { series, places: placesOf(series) });
    return derivedOf(series);
  };
}

export const derivedOf = (series: Series): Derived => ({
  drawn: drawnOf(series),
  summary: summariseSeries(series),
});

function open(packed: Uint8Array): Samples {
  const samples = unpack(packed);
  if (!samples.ok) throw new Error(`Samples that were checked cannot be unpacked: ${samples.error}`);
  return samples.value;
}

/** The memory of all columns of an answer, each once: two columns may share theirs. */
export function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) return found.add(value.buffer as ArrayBuffer);
  if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) buffersOf(each, found);
  return found;
}
