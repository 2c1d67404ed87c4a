import { afterEach, expect, test, vi } from 'vitest';
import { saveFile } from './save-file.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('[EN9] the address of a saved file can be read for a minute after the press, and is then given up', async () => {
  vi.useFakeTimers();
  const pressed: { href: string; download: string }[] = [];
  vi.stubGlobal('document', {
    createElement: () => ({
      href: '',
      download: '',
      click() {
        pressed.push({ href: this.href, download: this.download });
      },
    }),
  });
  saveFile('results.csv', 'Racer', 'text/csv');
  const [{ href, download }] = pressed as [(typeof pressed)[0]];
  expect(download).toBe('results.csv');
  vi.advanceTimersByTime(59_000);
  expect(await (await fetch(href)).text()).toBe('Racer');
  vi.advanceTimersByTime(1_000);
  await expect(fetch(href)).rejects.toThrow();
});
