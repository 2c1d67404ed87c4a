import { useEffect, useState } from 'react';
import { ok } from '../../../../../domain/result.ts';
import { MAX_NAME_LENGTH, MAX_ZONES } from '../../../../../protocol/limits.ts';
import type { PrivacyZone } from '../../../../protocol/runs.ts';
import { useAction } from '../../../../../client/session/use-action.ts';
import { Button } from '../../../../../client/ui/button.tsx';
import { Dialog } from '../../../../../client/ui/dialog.tsx';
import { IconButton } from '../../../../../client/ui/icon-button.tsx';
import { Notice } from '../../../../../client/ui/notice.tsx';
import { LoadingRegion } from '../../../../../client/ui/skeleton.tsx';
import { TrashIcon } from '../../../../../client/ui/tool-icons.tsx';
import type { LocalRun } from '../../../run-sync/stored-run.ts';
import type { RunLibrary } from '../../../run-sync/run-library.ts';
import { useUnits, writeValue } from '../../../recordings/units.ts';
import { AddZone } from './add-zone.tsx';
import { takeWhenThere } from '../../../../../client/loading/take-when-there.ts';

export interface ZonesDialogProps {
  readonly library: RunLibrary;
  /** Runs whose start can be the centre of a zone. */
  readonly runs: readonly LocalRun[];
  readonly onClose: () => void;
}

/** Circles around positions that others must not learn. Saved with each step. */
export function ZonesDialog({ library, runs, onClose }: ZonesDialogProps) {
  const [zones, setZones] = useState<readonly PrivacyZone[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setProblem(null);
    return takeWhenThere(library.readZones(), (answer) => {
      if (answer.ok) setZones(answer.value);
      else setProblem(answer.error.message);
    });
  }, [library, tries]);
  const saving = useAction(async (next: readonly PrivacyZone[]) => {
    const answer = await library.saveZones(next);
    if (!answer.ok) return answer;
    setZones(next);
    return ok(true);
  });
  const units = useUnits();

  return (
    <Dialog open onClose={onClose} title="Privacy zones" footer={<Button onClick={onClose}>Done</Button>}>
      <p className="text-ink-2">
        Around your home, say. Whatever you share, we take out positions inside before anyone else gets them. You still
        see everything.
      </p>
      {problem !== null && (
        <Notice tone="bad" className="mt-4">
          {problem}{' '}
          <button type="button" className="link" onClick={() => setTries(tries + 1)}>
            Try again
          </button>
        </Notice>
      )}
      {zones === null ? (
        problem === null && <LoadingRegion className="mt-4" bars={['h-14 w-full']} />
      ) : (
        <>
          {zones.length > 0 && (
            <ul aria-label="Zones" className="mt-4 divide-y divide-line border-y border-line">
              {zones.map((zone, index) => (
                <li key={`${zone.name} ${index}`} className="flex items-center gap-3 py-1">
                  <div className="min-w-0 flex-1">
                    <p className="truncate font-[650]" title={zone.name}>
                      <bdi>{zone.name}</bdi>
                    </p>
                    <p className="digits text-14 text-ink-2">
                      {writeValue('elevation', units, zone.radius)} around {zone.at[0].toFixed(4)},{' '}
                      {zone.at[1].toFixed(4)}
                    </p>
                  </div>
                  <IconButton
                    label={`Remove zone: ${zone.name}`}
                    title="Remove"
                    onClick={() => void saving.run(zones.filter((_, at) => at !== index))}
                  >
                    <TrashIcon />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
          {zones.length < MAX_ZONES ? (
            <AddZone
              runs={runs}
              isBusy={saving.isBusy}
              mostName={MAX_NAME_LENGTH}
              onAdd={async (zone) => (await saving.run([...zones, zone])) !== null}
            />
          ) : (
            <Notice tone="info" className="mt-4">
              There can be {MAX_ZONES} zones. Remove one to add another.
            </Notice>
          )}
          {saving.error !== null && (
            <Notice tone="bad" className="mt-3">
              {saving.error.message}
            </Notice>
          )}
        </>
      )}
    </Dialog>
  );
}
