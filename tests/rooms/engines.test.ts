import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');

test('[EN5] the colour behind a dialog is written out: older engines inherit no variable there', () => {
  const css = read('src/client/styles.css');
  const backdrops = Array.from(css.matchAll(/::backdrop \{\n((?: {4}.*\n)+)/g), ([, body]) => body!);
  expect(backdrops.length).toBeGreaterThan(0);
  for (const body of backdrops) {
    expect(body).toContain('background-color: rgb(');
    expect(body).not.toContain('var(');
  }
});

test('[EN6] every build is for the oldest versions that the README promises and the page tells', () => {
  const config = read('vite.config.ts');
  const [, target] = /const TARGET = \[(.*)\]/.exec(config)!;
  const [, safari, chrome, firefox] = /The oldest that work: Safari (\d+) .*Chrome and Edge (\d+), Firefox (\d+)/.exec(
    read('README.md'),
  )!;
  expect(target).toBe(`'chrome${chrome}', 'edge${chrome}', 'firefox${firefox}', 'safari${safari}'`);
  expect(read('src/client/index.html')).toContain(`Safari ${safari}, Chrome ${chrome}, Firefox ${firefox}`);
  expect(config.match(/target: TARGET/g)).toHaveLength(config.match(/\bbuild: \{/g)!.length);
});
