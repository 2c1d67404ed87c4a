import type { Channel } from '../../domain/channels.ts';
import { hideInOutline, removePositions } from '../../domain/zones.ts';
import type { AlignedSource, Gate, PrivacyZone, Run, RunDetails } from '../../protocol/runs.ts';
import { type RunRow, writeOthersRevision } from '../storage/runs.ts';
import type { SeenRun } from './run-access.ts';

/** A run as its owner sees it. */
export function viewOwnRun(run: RunRow, emails: readonly string[]): Run {
  const { linkKey, zonesVersion: _, ...rest } = run;
  return { ...rest, revision: String(run.revision), role: 'owner', sharing: { emails, linkKey } };
}

/**
 * A run as others see it: without the positions that its owner hides, and for a viewer with only the link without the
 * owner's name.
 */
export function viewOthersRun({ run, role }: SeenRun, zones: readonly PrivacyZone[]): Run {
  const { linkKey: _, zonesVersion: __, ...rest } = run;
  const ownerId = role === 'link' ? '' : run.ownerId;
  const revision = writeOthersRevision(run);
  return { ...rest, revision, ownerId, role, details: redactDetails(run.details, zones), sharing: null };
}

export function redactDetails(details: RunDetails, zones: readonly PrivacyZone[]): RunDetails {
  if (details.hidesPositions) {
    return {
      ...details,
      outline: [],
      gates: { start: null, finish: null },
      sources: details.sources.map((source) => ({ ...source, channels: keepWithoutPositions(source.channels) })),
    };
  }
  const hide = (gate: Gate | null) => (gate !== null && hideInOutline([gate.at], zones).length === 0 ? null : gate);
  const outline = hideInOutline(details.outline, zones);
  const hidesPart = outline.length < details.outline.length;
  return {
    ...details,
    outline,
    // The whole distance minus the visible part would say how far the door is from the edge of its zone.
    distance: hidesPart ? null : details.distance,
    gates: { start: hide(details.gates.start), finish: hide(details.gates.finish) },
    // Likewise the climb to the door.
    sources: hidesPart ? details.sources.map(withoutClimb) : details.sources,
  };
}

function withoutClimb(source: AlignedSource): AlignedSource {
  const { deviceAscent: _, ...rest } = source;
  return rest;
}

/** Channels that the redacted samples will have, by the same function that removes the others. */
function keepWithoutPositions(channels: readonly string[]): string[] {
  const nothing = new Float64Array();
  const empty = Object.fromEntries(channels.map((name) => [name, nothing])) as Partial<Record<Channel, Float64Array>>;
  const left = removePositions({ time: nothing, channels: empty }).channels;
  return channels.filter((name) => Object.hasOwn(left, name));
}

/** Sorted by the run's own time, if it is known; else by when it was stored. */
export function byNewest(one: Run, other: Run): number {
  const momentOf = ({ details, createdAt }: Run) => (details.timestamp === null ? createdAt : details.timestamp * 1000);
  return momentOf(other) - momentOf(one) || (one.id < other.id ? -1 : 1);
}
