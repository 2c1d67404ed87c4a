import { type KeyboardEvent, type PointerEvent, type Ref, useRef } from 'react';
import type { MapGate } from './content.ts';
import type { MapEngine, Picked } from './map-engine.ts';
import { wholeOf } from './line.ts';
import { worldX, worldY } from './mercator.ts';
import { nearestIndex } from './nearest.ts';
import { screenX, screenY } from './view.ts';

const KEY_PIXELS = 6;

export interface GateHandleProps {
  readonly gate: MapGate;
  readonly trackId: string;
  readonly engine: () => MapEngine | null;
  readonly onMove: (gateId: string, index: number) => void;
  readonly ref: Ref<HTMLButtonElement>;
}

/**
 * A button that is dragged, or moved with the arrow keys: the canvas below it has nothing that could have the focus.
 */
export function GateHandle({ gate, trackId, engine, onMove, ref }: GateHandleProps) {
  const at = useRef<Picked | null>(null);

  const indexNow = (map: MapEngine): number | null => {
    const line = map.lineOf(trackId);
    const view = map.view();
    if (line === null) return null;
    const [px, py] = [screenX(view, worldX(gate.at[1])), screenY(view, worldY(gate.at[0]))];
    return nearestIndex(line, view, { px, py, reach: Infinity, last: null }, wholeOf(line));
  };

  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    const map = engine();
    if (map === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement!.getBoundingClientRect();
    const found = map.pick(event.clientX - box.left, event.clientY - box.top, Infinity, at.current, trackId);
    if (found === null || found.index === at.current?.index) return;
    at.current = found;
    onMove(gate.id, found.index);
  };

  const step = (event: KeyboardEvent) => {
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    const map = engine();
    if (way === undefined || map === null) return;
    event.preventDefault();
    event.stopPropagation();
    const line = map.lineOf(trackId);
    const from = indexNow(map);
    if (line === null || from === null) return;
    const { scale } = map.view();
    let index = from;
    for (let next = from + way; next >= 0 && next < line.x.length; next += way) {
      if (Number.isNaN(line.x[next]!)) continue;
      index = next;
      if (Math.hypot(line.x[next]! - line.x[from]!, line.y[next]! - line.y[from]!) * scale >= KEY_PIXELS) break;
    }
    onMove(gate.id, index);
  };

  return (
    <button
      ref={ref}
      type="button"
      aria-label={`${gate.label} line. Drag it, or move it along the track with the arrow keys`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const map = engine();
        const index = map === null ? null : indexNow(map);
        at.current = index === null ? null : { trackId, index };
      }}
      onPointerMove={drag}
      onKeyDown={step}
      className="absolute top-0 left-0 flex h-7 min-w-7 cursor-grab touch-none items-center justify-center rounded-bib border-2 border-card bg-ink px-1.5 text-13 font-[720] text-card shadow-card select-none active:cursor-grabbing"
    >
      {gate.label}
    </button>
  );
}
