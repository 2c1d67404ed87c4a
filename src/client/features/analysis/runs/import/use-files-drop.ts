import { useEffect, useState } from 'react';
import { type GivenFile, takeDropped } from './given-files.ts';

/**
 * Takes files that are dropped anywhere on the page: beside the right spot, the browser would leave the page and open
 * them. True while some are held over the page.
 */
export function useFilesDrop(onFiles: (given: readonly GivenFile[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setIsOver(false);
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      void takeDropped(event.dataTransfer).then((given) => {
        if (given.length > 0) onFiles(given);
      });
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [onFiles]);
  return isOver;
}
