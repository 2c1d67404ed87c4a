import { useCallback } from 'react';
import { useOpenRun } from '../run-context.ts';
import type { RunKeyStep } from './run-keys.ts';
import { moveEdge, wholeOf, zoomSection } from '../charts/section.ts';
import type { RunTransport } from './use-transport.ts';
import { changeViewSettings, useViewSettings } from '../view-settings.ts';

const ZOOM = 1.6;
const RATES = [0.1, 0.25, 0.5, 1, 1.5, 2, 4, 8];

/** The actions of the keys. */
export function useRunSteps({ transport, step }: RunTransport, onList: () => void): (step: RunKeyStep) => void {
  const { model, cursor, section, setSection } = useOpenRun();
  const { hasGauges } = useViewSettings();
  return useCallback(
    (key: RunKeyStep) => {
      const at = cursor.get();
      const shown = section ?? wholeOf(model);
      const { isPlaying, rate } = transport.state.getSnapshot();
      const changeRate = (by: 1 | -1) => {
        const next = RATES[RATES.indexOf(rate) + by];
        if (next !== undefined) transport.setRate(next);
      };
      switch (key.type) {
        case 'toggle':
          return isPlaying ? transport.pause() : transport.play();
        case 'frames':
          return step(key.by);
        case 'seconds':
          return cursor.set(at + key.by, 'keys');
        case 'slower':
          return changeRate(-1);
        case 'faster':
          return changeRate(1);
        case 'section-from':
          return setSection(moveEdge(section, 'from', at, model));
        case 'section-to':
          return setSection(moveEdge(section, 'to', at, model));
        case 'zoom-in':
          return setSection(zoomSection(section, at, ZOOM, model));
        case 'zoom-out':
          return setSection(zoomSection(section, at, 1 / ZOOM, model));
        case 'whole':
          return setSection(null);
        case 'first':
          return cursor.set(shown.from, 'keys');
        case 'last':
          return cursor.set(shown.to, 'keys');
        case 'gauges':
          return changeViewSettings({ hasGauges: !hasGauges });
        case 'list':
          return onList();
      }
    },
    [cursor, section, setSection, model, transport, step, hasGauges, onList],
  );
}
