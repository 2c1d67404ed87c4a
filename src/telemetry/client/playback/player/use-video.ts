import { useCallback, useEffect, useMemo, useState } from 'react';
import { type RunVideo, videoPath } from '../../../protocol/runs.ts';
import type { LocalRun } from '../../run-sync/stored-run.ts';
import type { FoundChapter } from '../../run-sync/run-library.ts';
import { useRunLibrary } from '../../run-sync/use-run-library.ts';
import { createPlayer, type Player } from './player.ts';
import { takeWhenThere } from '../../../../client/loading/take-when-there.ts';

type OpenVideo =
  | { readonly state: 'none' }
  | { readonly state: 'looking' }
  | { readonly state: 'ready'; readonly player: Player }
  /** The browser remembers the file, and asks for permission on a press. */
  | { readonly state: 'ask' }
  | { readonly state: 'missing'; readonly names: readonly string[] }
  /** A video of another owner, who has not uploaded it. */
  | { readonly state: 'elsewhere' };

export interface VideoOnDevice {
  readonly video: OpenVideo;
  readonly unlock: () => void;
  /** Resolves with whether all chapters are there now. */
  readonly choose: (files: readonly (File | FileSystemFileHandle)[]) => Promise<boolean>;
}

function isWhole(found: readonly FoundChapter[]): found is readonly File[] {
  return found.every((chapter) => chapter instanceof File);
}

/** The video from this device's disk if it is there, else as it was uploaded. */
export function useVideo(run: LocalRun, video: RunVideo | undefined): VideoOnDevice {
  const library = useRunLibrary();
  // A film is the same for as long as its files are: one that is moved on the timeline goes on playing.
  const identity = JSON.stringify(video && { ...video, alignment: null, uploadIds: [] });
  const film = useMemo(() => (identity === undefined ? null : (JSON.parse(identity) as RunVideo)), [identity]);
  const [found, setFound] = useState<readonly FoundChapter[] | null>(null);
  const [player, setPlayer] = useState<Player | null>(null);
  const isOwner = run.role === 'owner';
  const isUploaded = video !== undefined && video.uploadIds.length === video.chapters.length;
  const addresses = isUploaded ? video.uploadIds.map((uploadId) => videoPath(run, uploadId)).join(' ') : '';

  useEffect(() => {
    setFound(null);
    if (film === null) return;
    return takeWhenThere(library.findVideo(film), setFound);
  }, [library, film]);

  useEffect(() => {
    if (found === null || film === null) return;
    const sources = isWhole(found) ? found : addresses === '' ? null : addresses.split(' ');
    if (sources === null || (!isWhole(found) && found.includes('ask-permission'))) return;
    const { chapters, framesPerSecond } = film;
    const made = createPlayer(
      sources.map((source, index) => ({ source, duration: chapters[index]!.duration })),
      { framesPerSecond },
    );
    setPlayer(made);
    return () => {
      made.close();
      setPlayer(null);
    };
  }, [found, addresses, film]);

  const unlock = useCallback(() => {
    if (film !== null) void library.unlockVideo(film).then(setFound);
  }, [library, film]);
  const choose = useCallback(
    async (given: readonly (File | FileSystemFileHandle)[]) => {
      if (film === null) return false;
      await library.rememberVideo(film, given);
      const now = await library.findVideo(film);
      setFound(now);
      return isWhole(now);
    },
    [library, film],
  );

  function stateOf(): OpenVideo {
    if (video === undefined) return { state: 'none' };
    if (player !== null) return { state: 'ready', player };
    if (found === null || isWhole(found)) return { state: 'looking' };
    if (found.includes('ask-permission')) return { state: 'ask' };
    if (isUploaded) return { state: 'looking' };
    if (!isOwner) return { state: 'elsewhere' };
    const names = video.chapters.filter((_, at) => found[at] === 'missing').map(({ fileName }) => fileName);
    return { state: 'missing', names };
  }
  return { video: stateOf(), unlock, choose };
}
