import type { DeviceSignals, SyncPorts } from './ports.ts';

/** The browser's ports of sync, for pages that record and pages that only follow. */
export function createWebDevice(): Pick<SyncPorts, 'clock' | 'timers' | 'signals' | 'random' | 'log'> {
  return {
    clock: { read: () => ({ wall: Date.now(), monotonic: performance.now(), origin: performance.timeOrigin }) },
    timers: {
      after(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    signals: createWebSignals(),
    random: Math.random,
    log: (message, details) => console.warn(message, details ?? ''),
  };
}

function createWebSignals(): DeviceSignals {
  return {
    listen(hear) {
      const seen = () => {
        if (document.visibilityState === 'visible') hear('visible');
      };
      const online = () => hear('online');
      document.addEventListener('visibilitychange', seen);
      // A page that comes back from the browser's back-forward cache was frozen in between.
      addEventListener('pageshow', seen);
      addEventListener('online', online);
      return () => {
        document.removeEventListener('visibilitychange', seen);
        removeEventListener('pageshow', seen);
        removeEventListener('online', online);
      };
    },
  };
}
