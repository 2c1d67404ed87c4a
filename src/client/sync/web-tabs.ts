import type { SyncPorts, TabChannel, TabLock } from './ports.ts';

/** Shared by the tabs of a browser under a name: the lock of the sender, and the news that something was stored. */
export function createWebTabs(name: string): Pick<SyncPorts, 'lock' | 'tabs'> {
  return { lock: createWebLock(name), tabs: createWebChannel(name) };
}

function createWebLock(name: string): TabLock {
  const { locks } = navigator as { locks?: LockManager };
  return {
    async run(task, { steal }) {
      let running: Promise<void> | null = null;
      if (locks === undefined) {
        await task();
        return true;
      }
      try {
        return await locks.request(name, steal ? { steal } : { ifAvailable: true }, async (lock) => {
          if (lock === null) return false;
          running = task();
          await running;
          return true;
        });
      } catch (error) {
        if (running === null) throw error;
        // The lock was stolen: work that has begun goes on.
        await running;
        return true;
      }
    },
  };
}

function createWebChannel(name: string): TabChannel {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  return {
    announce: (userId) => channel?.postMessage(userId),
    listen(hear) {
      const follow = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') hear(data);
      };
      channel?.addEventListener('message', follow);
      return () => channel?.removeEventListener('message', follow);
    },
  };
}
