import { useEffect, useMemo, useState } from 'react';
import { takeWhenThere } from '../../../../client/loading/take-when-there.ts';
import type { RunDetails } from '../../../protocol/runs.ts';
import type { OpenedRun } from '../../recordings/use-run.ts';
import type { Deriver } from '../deriving/deriver.ts';
import type { SideProblem, SideTrack } from '../deriving/side-track.ts';
import { type Side, sideOf } from './side.ts';

type Sources = RunDetails['sources'];
type Read = { readonly id: string; readonly track: SideTrack } | SideProblem;

/** The first source of a run that has positions, read in a worker; null while it is not there. */
export function useSide(deriver: Deriver | null, opened: OpenedRun): Side | SideProblem | null {
  const run = opened.state === 'open' ? opened.run : null;
  const bySource = opened.state === 'open' && !opened.samples.isLoading ? opened.samples.bySource : null;
  const sources = JSON.stringify(run?.details.sources.map(({ id, breaks }) => ({ id, breaks })) ?? []);
  const [read, setRead] = useState<Read | null>(null);

  useEffect(() => {
    if (deriver === null || bySource === null) return;
    return takeWhenThere(readFirst(deriver, JSON.parse(sources) as Sources, bySource), setRead);
  }, [deriver, sources, bySource]);

  return useMemo(() => {
    if (read === null || typeof read === 'string') return read;
    const source = run?.details.sources.find(({ id }) => id === read.id);
    return run === null || source === undefined ? null : sideOf(run, source, read.track);
  }, [run, read]);
}

async function readFirst(deriver: Deriver, sources: Sources, bySource: ReadonlyMap<string, Uint8Array>): Promise<Read> {
  for (const { id, breaks } of sources) {
    const packed = bySource.get(id);
    if (packed === undefined) continue;
    const track = await deriver.ask({ kind: 'track', source: id, packed, breaks });
    if (track !== 'no-positions') return typeof track === 'string' ? track : { id, track };
  }
  return 'no-positions';
}
