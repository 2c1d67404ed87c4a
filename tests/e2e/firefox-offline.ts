import type { BrowserContext } from '@playwright/test';

/** Emulated offline leaves the open sockets of Firefox alone: here they are closed as soon as the page hears of it. */
export async function mendOffline(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const open = new Set<WebSocket>();
    window.WebSocket = class extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        open.add(this);
        this.addEventListener('close', () => open.delete(this));
      }
    };
    addEventListener('offline', () => open.forEach((socket) => socket.close()));
  });
}
