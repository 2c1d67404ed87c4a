import { useEffect, useState } from 'react';

export interface Battery {
  /** 0 to 1. */
  readonly level: number;
  readonly isCharging: boolean;
}

interface BatteryManager extends EventTarget {
  readonly level: number;
  readonly charging: boolean;
}

/** Null where the browser does not tell: Chrome alone does. */
export function useBattery(): Battery | null {
  const [battery, setBattery] = useState<Battery | null>(null);
  useEffect(() => {
    const { getBattery } = navigator as { getBattery?: () => Promise<BatteryManager> };
    if (getBattery === undefined) return;
    const end = new AbortController();
    const { signal } = end;
    const watch = (manager: BatteryManager) => {
      const read = () => setBattery({ level: manager.level, isCharging: manager.charging });
      if (signal.aborted) return;
      read();
      for (const change of ['levelchange', 'chargingchange']) manager.addEventListener(change, read, { signal });
    };
    getBattery.call(navigator).then(watch, () => undefined);
    return () => end.abort();
  }, []);
  return battery;
}
