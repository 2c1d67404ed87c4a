import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { RACER_COST } from '../../../../domain/credits/prices.ts';
import type { Details } from '../../../../domain/racers/details.ts';
import type { MarkedRacer } from '../../../../domain/racers/import/plan.ts';
import type { Racer, RacerCommandBody } from '../../../../domain/racers/library.ts';
import { type ErrorCode, errors } from '../../../../protocol/errors.ts';
import { type CreatedRacers, createRacers } from '../../../event/enter-racers.ts';
import { tellAdded, tellNotAdded } from '../../../racer-import/tell-added.ts';
import { withNext } from '../../../session/next-page.ts';
import { hearAnswer } from '../../../sync/await-answer.ts';
import type { SyncClient } from '../../../sync/sync-client.ts';
import { showToast } from '../../../ui/toast.tsx';
import { showUndo } from '../../../ui/undo-bar.tsx';
import { useRefusals } from '../use-refusals.ts';

export interface RacerActions {
  /** False when nothing was recorded; a toast has said why. */
  readonly create: (name: string, credits: number) => Promise<boolean>;
  /** Adds many, and shows no toast. */
  readonly createListed: (racers: readonly MarkedRacer[], onProgress: (done: number) => void) => Promise<CreatedRacers>;
  /** Says how the adding went, by the ids of its commands. */
  readonly tellListed: (commandIds: readonly string[], words: string) => void;
  readonly rename: (racer: Racer, name: string) => void;
  readonly tag: (racer: Racer, group: string) => void;
  readonly untag: (racer: Racer, group: string) => void;
  readonly describe: (racer: Racer, details: Details) => void;
  readonly remove: (racer: Racer) => void;
}

const sayBad = (message: string) => showToast(message, { tone: 'bad' });
const sayReason = (code: ErrorCode) => sayBad(errors[code].text);

export function useRacerActions(sync: SyncClient): RacerActions {
  const watch = useRefusals(sync);
  const navigate = useNavigate();
  return useMemo(() => {
    async function change(racer: Racer, body: RacerCommandBody): Promise<string | null> {
      try {
        const { command } = await sync.recordForRacer(racer.id, body);
        watch(command.id, sayReason);
        return command.id;
      } catch {
        sayReason('internal');
        return null;
      }
    }

    const tellListed = (commandIds: readonly string[], words: string) =>
      void tellAdded(hearAnswer(sync, commandIds), words);

    const sayNotEnough = () =>
      showToast(errors['not-enough-credits-for-racer'].text, {
        tone: 'bad',
        action: { label: 'Buy credits', onClick: () => void navigate(withNext('/buy-credits', '/homepage')) },
      });

    async function create(typed: string, credits: number): Promise<boolean> {
      const name = typed.trim();
      if (name === '') {
        sayBad(errors['racer-name-blank'].text);
        return false;
      }
      if (credits < RACER_COST) {
        sayNotEnough();
        return false;
      }
      try {
        const { command } = await sync.recordForRacer(sync.makeId(), { type: 'racer.create', name, groups: [] });
        tellListed([command.id], 'Racer added successfully!');
        return true;
      } catch {
        tellNotAdded();
        return false;
      }
    }

    /** The offer waits for the answer: the server looks up where the racer stands under another name. */
    async function rename(racer: Racer, name: string): Promise<void> {
      const commandId = await change(racer, { type: 'racer.rename', name });
      if (commandId === null || (await hearAnswer(sync, [commandId])).kind !== 'accepted') return;
      const { offerElsewhere } = await import('../../../event/rename-elsewhere.ts');
      await offerElsewhere(sync, racer.id, name);
    }

    async function remove(racer: Racer): Promise<void> {
      if ((await change(racer, { type: 'racer.delete' })) === null) return;
      showUndo({ message: `${racer.name} deleted`, undo: () => void change(racer, { type: 'racer.restore' }) });
    }

    return {
      create,
      createListed: (racers, onProgress) => createRacers(sync, racers, onProgress),
      tellListed,
      rename(racer, name) {
        if (name.trim() === '') sayBad(errors['racer-name-blank'].text);
        else void rename(racer, name);
      },
      tag: (racer, group) => void change(racer, { type: 'racer.tag', group }),
      untag: (racer, group) => void change(racer, { type: 'racer.untag', group }),
      describe: (racer, details) => void change(racer, { type: 'racer.describe', details }),
      remove: (racer) => void remove(racer),
    };
  }, [sync, watch, navigate]);
}
