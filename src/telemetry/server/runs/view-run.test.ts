import { expect, test } from 'vitest';
import { detailsOf, HOME, sourceOf } from '../../../../tests/support/runs.ts';
import { redactDetails } from './view-run.ts';

const source = { ...sourceOf(3), deviceAscent: 120, format: 'tcx' };
const zone = { name: 'Home', at: [HOME[0], HOME[1]] as [number, number], radius: 200 };

test('[U10] where a zone hides a part, others get neither the whole distance nor the ascent of the device', () => {
  const near = detailsOf({
    sources: [source],
    outline: [
      [HOME[0], HOME[1]],
      [HOME[0] + 0.1, HOME[1]],
    ],
  });
  const seen = redactDetails(near, [zone]);
  expect(seen.distance).toBeNull();
  expect(seen.sources[0]).not.toHaveProperty('deviceAscent');
  expect(seen.sources[0]?.format).toBe('tcx');
  const far = detailsOf({ sources: [source], outline: [[HOME[0] + 0.1, HOME[1]]] });
  expect(redactDetails(far, [zone]).sources[0]?.deviceAscent).toBe(120);
});
