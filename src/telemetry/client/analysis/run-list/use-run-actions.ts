import { useMemo } from 'react';
import type { BlockedOwner, SharedRunAnswer, SharedRunSummary } from '../../../protocol/runs.ts';
import type { LocalRun } from '../../run-sync/stored-run.ts';
import type { RunLibrary } from '../../run-sync/run-library.ts';
import { showToast } from '../../../../client/ui/toast.tsx';
import { showUndo } from '../../../../client/ui/undo-bar.tsx';
import { ownerWords } from '../../recordings/describe-run.ts';

export interface RunActions {
  readonly rename: (run: LocalRun, name: string) => void;
  readonly remove: (run: LocalRun) => void;
  readonly restore: (run: LocalRun) => void;
  /** Actions on runs that others have shared. */
  readonly keep: (offer: SharedRunSummary) => void;
  readonly dismiss: (offer: SharedRunSummary) => void;
  readonly takeOff: (run: LocalRun) => void;
  readonly block: (offer: SharedRunSummary) => void;
  readonly unblock: (owner: BlockedOwner) => void;
}

const sayNotStored = () =>
  showToast('This device couldn’t store that. Free some space on it and try again.', { tone: 'bad' });

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
    async function answer(runId: string, given: SharedRunAnswer, onDone?: () => void): Promise<void> {
      const answered = await library.answer(runId, given);
      if (answered.ok) onDone?.();
      else showToast(answered.error.message, { tone: 'bad' });
    }
    async function setBlocked({ ownerId }: BlockedOwner, isBlocked: boolean, onDone?: () => void): Promise<void> {
      const answered = await library.block(ownerId, isBlocked);
      if (answered.ok) onDone?.();
      else showToast(answered.error.message, { tone: 'bad' });
    }
    /** Can be undone to the answer before. */
    function takeOff(runId: string, name: string, before: 'keep' | 'offer'): Promise<void> {
      const undo = () => void answer(runId, before).catch(sayNotStored);
      return answer(runId, 'remove', () => showUndo({ message: `${name} removed from your list`, undo }));
    }
    function block(offer: SharedRunSummary): Promise<void> {
      const message = `No more runs from ${ownerWords(offer.ownerName)}`;
      const undo = () => void setBlocked(offer, false).catch(sayNotStored);
      return setBlocked(offer, true, () => showUndo({ message, undo }));
    }
    return {
      keep: ({ id }) => void answer(id, 'keep').catch(sayNotStored),
      dismiss: ({ id, name }) => void takeOff(id, name, 'offer').catch(sayNotStored),
      takeOff: ({ id, details }) => void takeOff(id, details.name, 'keep').catch(sayNotStored),
      block: (offer) => void block(offer).catch(sayNotStored),
      unblock: (owner) => void setBlocked(owner, false).catch(sayNotStored),
      rename: (run, name) => void rename(run, name).catch(sayNotStored),
      remove: (run) => void remove(run).catch(sayNotStored),
      restore: (run) => void restore(run).catch(sayNotStored),
    };
  }, [library]);
}
