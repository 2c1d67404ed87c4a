import { useCallback } from 'react';
import { useFilesDrop } from '../../../../client/ui/use-files-drop.ts';
import { type GivenFile, takeDropped } from './given-files.ts';

/** Dropped files with their handles, where the browser has them. */
export function useGivenDrop(onFiles: (given: readonly GivenFile[]) => void): boolean {
  const onDropped = useCallback(
    (files: DataTransfer) => {
      void takeDropped(files).then((given) => {
        if (given.length > 0) onFiles(given);
      });
    },
    [onFiles],
  );
  return useFilesDrop(onDropped);
}
