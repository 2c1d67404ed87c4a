import { useState } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';

const PARAMETER = 'point';

/** The point that this phone times, in the address: a reload on the course must not lead away from the buttons. */
export function useChosenPoint(): [Line | null, (line: Line | null) => void] {
  const [line, setLine] = useState(() => new URL(location.href).searchParams.get(PARAMETER));
  function choose(chosen: Line | null): void {
    const address = new URL(location.href);
    if (chosen === null) address.searchParams.delete(PARAMETER);
    else address.searchParams.set(PARAMETER, chosen);
    history.replaceState(history.state, '', address);
    setLine(chosen);
  }
  return [line, choose];
}
