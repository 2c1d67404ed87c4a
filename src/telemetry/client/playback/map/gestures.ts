import type { MapEngine, Picked } from './map-engine.ts';

/** Distance in pixels within which a finger comes down on a track, and goes along it. */
const REACH = 22;
const WHEEL_STEP = 0.0022;
const KEY_PAN = 60;
const KEY_ZOOM = 1.5;

interface Finger {
  x: number;
  y: number;
}

/** Wheel, drag, pinch and keys. A press on a track goes along it; a press beside it moves the map. */
export function followGestures(
  surface: HTMLElement,
  engine: MapEngine,
  onPick: () => ((trackId: string, index: number) => void) | undefined,
): () => void {
  const fingers = new Map<number, Finger>();
  let picked: Picked | null = null;

  const placeOf = (event: MouseEvent): Finger => {
    const box = surface.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function pickAt({ x, y }: Finger, reach: number): void {
    const pick = onPick();
    if (pick === undefined) return;
    const found = engine.pick(x, y, reach, picked, picked?.trackId);
    if (found === null) return;
    const isNew = found.trackId !== picked?.trackId || found.index !== picked.index;
    picked = found;
    if (isNew) pick(found.trackId, found.index);
  }

  function onDown(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest('button, a') !== null) return;
    const place = placeOf(event);
    surface.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, place);
    picked = null;
    if (fingers.size === 1) pickAt(place, REACH);
  }

  function onMove(event: PointerEvent): void {
    const finger = fingers.get(event.pointerId);
    if (finger === undefined) return;
    const place = placeOf(event);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other !== undefined) {
      const before = Math.hypot(finger.x - other.x, finger.y - other.y);
      const now = Math.hypot(place.x - other.x, place.y - other.y);
      engine.pan((place.x - finger.x) / 2, (place.y - finger.y) / 2);
      if (before > 0) engine.zoom(now / before, (place.x + other.x) / 2, (place.y + other.y) / 2);
    } else if (picked !== null) pickAt(place, Infinity);
    else engine.pan(place.x - finger.x, place.y - finger.y);
    fingers.set(event.pointerId, place);
  }

  function onUp(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    picked = null;
  }

  function onWheel(event: WheelEvent): void {
    event.preventDefault();
    const { x, y } = placeOf(event);
    // A mouse counts in lines, a touchpad in pixels, and its pinch comes as a wheel with Ctrl in small steps.
    const pixels = event.deltaMode === 1 ? event.deltaY * 33 : event.deltaY;
    engine.zoom(Math.exp(-pixels * WHEEL_STEP * (event.ctrlKey ? 4 : 1)), x, y);
  }

  function onDoubleClick(event: MouseEvent): void {
    if ((event.target as Element).closest('button, a') !== null) return;
    const { x, y } = placeOf(event);
    engine.zoom(event.shiftKey ? 0.5 : 2, x, y);
  }

  function onKey(event: KeyboardEvent): void {
    if (event.target !== surface || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keyActions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    // The screen around has keys of its own: these belong to the map while it has the focus.
    event.stopPropagation();
    action();
  }

  const keyActions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => engine.pan(KEY_PAN, 0),
    ArrowRight: () => engine.pan(-KEY_PAN, 0),
    ArrowUp: () => engine.pan(0, KEY_PAN),
    ArrowDown: () => engine.pan(0, -KEY_PAN),
    '+': () => engine.zoom(KEY_ZOOM),
    '=': () => engine.zoom(KEY_ZOOM),
    '-': () => engine.zoom(1 / KEY_ZOOM),
    '0': () => engine.fit(),
  };

  const listening = new AbortController();
  const { signal } = listening;
  surface.addEventListener('pointerdown', onDown, { signal });
  surface.addEventListener('pointermove', onMove, { signal });
  surface.addEventListener('pointerup', onUp, { signal });
  surface.addEventListener('pointercancel', onUp, { signal });
  surface.addEventListener('wheel', onWheel, { signal, passive: false });
  surface.addEventListener('dblclick', onDoubleClick, { signal });
  surface.addEventListener('keydown', onKey, { signal });
  return () => listening.abort();
}
