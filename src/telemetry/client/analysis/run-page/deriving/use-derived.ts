import { useEffect, useMemo, useState } from 'react';
import { takeWhenThere } from '../../../../../client/loading/take-when-there.ts';
import type { DeriveSettings } from '../../../../domain/derive.ts';
import type { Samples } from '../../../../domain/recording.ts';
import type { RunDetails } from '../../../../protocol/runs.ts';
import type { DerivedSource } from './derived.ts';
import { createDeriver } from './deriver.ts';

/** Sources of a run as they can be drawn, each once it is there. Other settings leave the former until theirs are. */
export function useDerived(
  sources: RunDetails['sources'],
  bySource: ReadonlyMap<string, Samples>,
  settings: DeriveSettings,
): { readonly derived: readonly DerivedSource[]; readonly isDeriving: boolean } {
  const [deriver, setDeriver] = useState<ReturnType<typeof createDeriver> | null>(null);
  const [known, setKnown] = useState<ReadonlyMap<string, DerivedSource>>(new Map());
  const wanted = JSON.stringify(sources.map(({ id, breaks }) => ({ id, breaks })));

  useEffect(() => {
    const opened = createDeriver();
    setDeriver(opened);
    return opened.close;
  }, []);

  useEffect(() => {
    if (deriver === null) return;
    const ends = (JSON.parse(wanted) as RunDetails['sources']).flatMap(({ id, breaks }) => {
      const samples = bySource.get(id);
      if (samples === undefined) return [];
      return takeWhenThere(deriver.derive({ samples, breaks, settings }), (derived) =>
        setKnown((before) => new Map(before).set(id, { id, ...derived })),
      );
    });
    return () => ends.forEach((end) => end());
  }, [deriver, wanted, bySource, settings]);

  return useMemo(() => {
    const ids = (JSON.parse(wanted) as RunDetails['sources']).map(({ id }) => id);
    return {
      derived: ids.flatMap((id) => known.get(id) ?? []),
      isDeriving: ids.some((id) => bySource.has(id) && !known.has(id)),
    };
  }, [wanted, known, bySource]);
}
