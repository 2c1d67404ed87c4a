import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';

const dir = mkdtempSync(join(tmpdir(), 'pushoff-weight-'));
mkdirSync(join(dir, 'assets'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const ROOTS = ['src/client/viewer.html', 'src/client/index.html', 'features/home/home-page.tsx'];
const TIMER = ['app/event/timer-page.tsx', 'sync/web-ports.ts', 'sync/sync-client.ts'];

/** What a build of a viewer's page of so many KB says; the other pages are empty. */
async function complaintOf(kb: number, language: string): Promise<string> {
  vi.stubEnv('PUSHOFF_LANGUAGE', language);
  vi.resetModules();
  const { pageWeight } = await import('./page-weight.mjs');
  // Compressed, each of these letters takes the three quarters of a byte that it was made of.
  const code = randomBytes(kb * 1024).toString('base64');
  const chunks = [...ROOTS, ...TIMER].map((root, index) => ({
    type: 'chunk',
    fileName: `assets/${index}.js`,
    facadeModuleId: `/x/${root}`,
    imports: [],
    modules: {},
    code: index === 0 ? code : '',
  }));
  const said: string[] = [];
  const { writeBundle } = pageWeight() as unknown as {
    writeBundle: (this: object, options: object, bundle: object) => Promise<void>;
  };
  await writeBundle.call(
    { error: (text: string) => said.push(text) },
    { dir },
    Object.fromEntries(Object.entries(chunks)),
  );
  return said.join('\n');
}

test('[LG2] in another language a page may be 2 KB larger than in English, and no more', async () => {
  expect(await complaintOf(84, '')).toBe('');
  expect(await complaintOf(86, '')).toContain('viewer');
  expect(await complaintOf(86, 'de')).toBe('');
  expect(await complaintOf(88, 'de')).toContain('may have 87');
});
