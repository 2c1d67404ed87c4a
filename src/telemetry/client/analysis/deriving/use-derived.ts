import { useEffect, useMemo, useState } from 'react';
import { takeWhenThere } from '../../../../client/loading/take-when-there.ts';
import type { DeriveSettings } from '../../../domain/derive.ts';
import type { RunDetails } from '../../../protocol/runs.ts';
import type { DerivedSource } from './derived.ts';
import { createDeriver, type Deriver } from './deriver.ts';

/** Lives as long as the page that asks; null until then. */
export function useDeriver(): Deriver | null {
  const [deriver, setDeriver] = useState<Deriver | null>(null);
  useEffect(() => {
    const opened = createDeriver();
    setDeriver(opened);
    return opened.close;
  }, []);
  return deriver;
}

/** Sources of a run as they can be drawn, each once it is there. Other settings leave the former until theirs are. */
export function useDerived(
  deriver: Deriver | null,
  sources: RunDetails['sources'],
  bySource: ReadonlyMap<string, Uint8Array>,
  settings: DeriveSettings,
): { readonly derived: readonly DerivedSource[]; readonly isDeriving: boolean } {
  const [known, setKnown] = useState<ReadonlyMap<string, DerivedSource>>(new Map());
  const wanted = JSON.stringify(sources.map(({ id, breaks }) => ({ id, breaks })));

  useEffect(() => {
    if (deriver === null) return;
    const ends = (JSON.parse(wanted) as RunDetails['sources']).flatMap(({ id, breaks }) => {
      const packed = bySource.get(id);
      if (packed === undefined) return [];
      return takeWhenThere(deriver.ask({ kind: 'derive', source: id, packed, breaks, settings }), (derived) =>
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
