import type { RunVideo } from '../../../../../protocol/runs.ts';

export interface VideoChoiceProps {
  readonly videos: readonly RunVideo[];
  readonly chosen: RunVideo;
  readonly onChoose: (videoId: string) => void;
}

/** Chooses one of the videos of several cameras of the same run. */
export function VideoChoice({ videos, chosen, onChoose }: VideoChoiceProps) {
  if (videos.length < 2) return null;
  return (
    <div role="group" aria-label="Camera" className="flex gap-1.5 overflow-x-auto px-1 py-2 [scrollbar-width:none]">
      {videos.map(({ id, chapters }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen.id}
          onClick={() => onChoose(id)}
          className="min-h-9 shrink-0 rounded-full border border-line px-3.5 text-14 font-[600] text-ink-2 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
        >
          <bdi>{chapters[0]!.fileName}</bdi>
        </button>
      ))}
    </div>
  );
}
