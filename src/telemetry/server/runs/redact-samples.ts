import { pack, unpack } from '../../domain/pack.ts';
import { hideZones, removePositions } from '../../domain/zones.ts';
import type { PrivacyZone } from '../../protocol/runs.ts';

export interface Redaction {
  readonly hidesPositions: boolean;
  readonly zones: readonly PrivacyZone[];
}

export const isNothing = ({ hidesPositions, zones }: Redaction): boolean => !hidesPositions && zones.length === 0;

/**
 * Samples as others get them. Where both are wanted, positions and zones are hidden together: speed inside a zone would
 * tell where its edge is.
 */
export function redactSamples(bytes: Uint8Array, { hidesPositions, zones }: Redaction): Uint8Array<ArrayBuffer> {
  const samples = unpack(bytes);
  if (!samples.ok) throw new Error(`Stored samples are damaged: ${samples.error}`);
  const hidden = hideZones(samples.value, zones);
  return pack(hidesPositions ? removePositions(hidden) : hidden);
}
