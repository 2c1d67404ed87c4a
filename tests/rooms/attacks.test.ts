import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BETA_0_23 } from '../attacks/case.ts';
import { allCases } from '../attacks/cases.ts';
import { filled } from '../attacks/cost/limit-stage.ts';

const foundOn = new Map(allCases.map(({ id, found = BETA_0_23 }) => [id, found]));

test('[W4a] a limit that the stage does not fill names an attack that exists', () => {
  const named = Object.values(filled).flatMap((how) => ('attack' in how ? [how.attack] : []));
  expect(named.filter((id) => !foundOn.has(id))).toEqual([]);
});

test('[W5] figures from before are of the commit on which the attack was found', () => {
  const before = JSON.parse(readFileSync('tests/attacks/before.json', 'utf8')) as Record<string, { commit: string }>;
  for (const [id, { commit }] of Object.entries(before)) expect([id, commit]).toEqual([id, foundOn.get(id)]);
});
