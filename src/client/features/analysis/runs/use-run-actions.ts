import { useMemo } from 'react';
import type { LocalRun, RunLibrary } from '../library/run-library.ts';
import { showToast } from '../../../ui/toast.tsx';
import { showUndo } from '../../../ui/undo-bar.tsx';

export interface RunActions {
  readonly rename: (run: LocalRun, name: string) => void;
  readonly remove: (run: LocalRun) => void;
  readonly restore: (run: LocalRun) => void;
}

const sayNotStored = () =>
  showToast('This device could not store that. Free some space on it and try again.', { tone: 'bad' });

export function useRunActions(library: RunLibrary): RunActions {
  return useMemo(() => {
    async function rename({ id, details }: LocalRun, typed: string): Promise<void> {
      const name = typed.trim();
      if (name === '' || name === details.name) return;
      await library.change(id, (before) => ({ ...before, name }));
    }
    async function restore({ id, details }: LocalRun): Promise<void> {
      await library.restore(id);
      showToast(`${details.name} is back.`, { tone: 'good' });
    }
    async function remove(run: LocalRun): Promise<void> {
      await library.remove(run.id);
      showUndo({ message: `${run.details.name} deleted`, undo: () => void restore(run).catch(sayNotStored) });
    }
    return {
      rename: (run, name) => void rename(run, name).catch(sayNotStored),
      remove: (run) => void remove(run).catch(sayNotStored),
      restore: (run) => void restore(run).catch(sayNotStored),
    };
  }, [library]);
}
