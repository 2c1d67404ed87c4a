import type { AlignedSource, Alignment, RunDetails, RunVideo } from '../../../../protocol/runs.ts';
import { word, writeDecimal } from '../../../../../domain/language.ts';

/** A file whose time can be moved on the run's timeline. */
export interface AlignedItem {
  readonly id: string;
  readonly fileName: string;
  readonly alignment: Alignment;
  /** This file sets the run's timeline: all others are moved against it. */
  readonly isTimeline: boolean;
  /** A camera's file is both: its picture and its GPS move together. */
  readonly videoId: string | null;
  readonly sourceId: string | null;
  readonly framesPerSecond: number | null;
}

const SAME_SECONDS = 1e-3;

/** The GPS of the same file, where it lies; the source that sets the run's time stays where it is. */
function gpsOf(video: RunVideo, sources: readonly AlignedSource[]): AlignedSource | null {
  const isOfSameFile = ({ fileName, kind, alignment }: AlignedSource) =>
    kind === 'gopro' &&
    video.chapters.some((chapter) => chapter.fileName === fileName) &&
    Math.abs(alignment.offset - video.alignment.offset) < SAME_SECONDS;
  return sources.slice(1).find(isOfSameFile) ?? null;
}

export function alignedItems({ sources, videos }: RunDetails): readonly AlignedItem[] {
  const films = videos.map((video, index): AlignedItem => {
    const { id, chapters, alignment, framesPerSecond } = video;
    const more = chapters.length > 1 ? ` and ${chapters.length - 1} more` : '';
    return {
      id,
      fileName: `${chapters[0]!.fileName}${more}`,
      alignment,
      isTimeline: sources.length === 0 && index === 0,
      videoId: id,
      sourceId: gpsOf(video, sources)?.id ?? null,
      framesPerSecond,
    };
  });
  const alone = sources.filter(({ id }) => films.every(({ sourceId }) => sourceId !== id));
  return [
    ...alone.map(({ id, fileName, alignment }): AlignedItem => ({
      id,
      fileName,
      alignment,
      isTimeline: id === sources[0]!.id,
      videoId: null,
      sourceId: id,
      framesPerSecond: null,
    })),
    ...films,
  ];
}

export function setAlignment(
  details: RunDetails,
  { videoId, sourceId }: AlignedItem,
  alignment: Alignment,
): RunDetails {
  return {
    ...details,
    sources: details.sources.map((source) => (source.id === sourceId ? { ...source, alignment } : source)),
    videos: details.videos.map((video) => (video.id === videoId ? { ...video, alignment } : video)),
  };
}

/**
 * Takes a file's data out. Where it set the run's time, the next source does from now on, and all others keep their
 * distance to it.
 */
export function withoutSource(details: RunDetails, sourceId: string): RunDetails {
  const sources = details.sources.filter(({ id }) => id !== sourceId);
  const base = (sources[0] ?? details.videos[0])?.alignment.offset ?? 0;
  if (base === 0) return { ...details, sources };
  const move = <Item extends { readonly alignment: Alignment }>(item: Item): Item => ({
    ...item,
    alignment: { ...item.alignment, offset: item.alignment.offset - base },
  });
  return { ...details, sources: sources.map(move), videos: details.videos.map(move) };
}

/** An alignment that the user made by eye: right to a frame, which is all that can be seen. */
export function byHand(offset: number, framesPerSecond: number | null): Alignment {
  const uncertaintySeconds = framesPerSecond ? 1 / framesPerSecond : 0.1;
  return { offset, method: 'by-hand', confidence: 1, uncertaintySeconds };
}

const METHODS: Record<Alignment['method'], string> = {
  'same-file': 'From the same file',
  clocks: 'By GPS clocks',
  speed: 'By matching speed',
  'by-hand': 'By hand',
  none: 'Not lined up yet',
};
/** A camera's own clock is set by hand, and wrong by seconds or minutes. */
const SATELLITE_SECONDS = 2;

/** For example 'By GPS clocks, ±0.2 s, sure'. */
export function alignmentWords({ method, confidence, uncertaintySeconds }: Alignment): string {
  if (method === 'none' || method === 'same-file') return METHODS[method];
  const by = method === 'clocks' && uncertaintySeconds > SATELLITE_SECONDS ? 'By the camera’s clock' : METHODS[method];
  const sure = method === 'by-hand' ? [] : [howSure(confidence)];
  return [by, `±${writeSeconds(uncertaintySeconds)} s`, ...sure].join(', ');
}

export function howSure(confidence: number): string {
  if (confidence >= 0.9) return word('sure');
  if (confidence >= 0.7) return word('likely');
  return confidence >= 0.4 ? 'not sure' : 'a guess';
}

const writeSeconds = (seconds: number): string => writeDecimal(seconds, seconds >= 10 ? 0 : seconds >= 0.095 ? 1 : 2);

/** For example '+3.25 s': how much later on the run's timeline the file lies. */
export function writeOffset(seconds: number): string {
  const text = writeDecimal(Math.abs(seconds), Math.abs(seconds) >= 1_000 ? 1 : 3);
  return `${seconds < 0 ? '−' : '+'}${text} s`;
}
