import { type ReactNode, type Ref, useCallback, useEffect, useId, useImperativeHandle, useRef } from 'react';
import { useSite } from '../../../../client/session/viewer.ts';
import type { MapContent, MapGate, MapMarker, MapTrack, MapZone } from './content.ts';
import { gatePosts } from './draw.ts';
import { GateHandle } from './gate-handle.tsx';
import { followGestures } from './gestures.ts';
import { createMapEngine, DARK, type MapEngine } from './map-engine.ts';
import { metresPerWorld } from './mercator.ts';
import { roundLength } from './scale-length.ts';
import type { View } from './view.ts';
import { Icon } from '../../../../client/ui/icons.tsx';

export interface TrackMapHandle {
  /** Moves a marker outside React, at the display's rate. NaN removes it. */
  moveMarker(this: void, id: string, lat: number, lon: number): void;
  fit(this: void): void;
}

export interface TrackMapProps {
  /** The subject of the map, for screen readers. */
  readonly label: string;
  /** The first track lies on top; gates are moved along it. */
  readonly tracks: readonly MapTrack[];
  readonly markers?: readonly MapMarker[];
  readonly gates?: readonly MapGate[];
  readonly zones?: readonly MapZone[];
  readonly onPick?: ((trackId: string, index: number) => void) | undefined;
  /** Gates can be dragged where this is given; `index` is a sample of the first track. */
  readonly onMoveGate?: ((gateId: string, index: number) => void) | undefined;
  readonly isImperial?: boolean;
  readonly className?: string;
  readonly ref?: Ref<TrackMapHandle>;
}

const NO_MARKERS: readonly MapMarker[] = [];
const NO_GATES: readonly MapGate[] = [];
const NO_ZONES: readonly MapZone[] = [];
const SCALE_MOST = 120;
const HANDLE_BEYOND = 16;
/** The map takes keys itself, so it has to be reachable by Tab. */
const REACHABLE = { tabIndex: 0 };

export function TrackMap(props: TrackMapProps) {
  const { label, tracks, markers = NO_MARKERS, gates = NO_GATES, zones = NO_ZONES } = props;
  const { onPick, onMoveGate, isImperial = false, className = 'aspect-[4/3]', ref } = props;
  const { tiles } = useSite();
  const tileUrl = tiles?.url ?? null;
  const surface = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const scaleBar = useRef<HTMLDivElement>(null);
  const handles = useRef(new Map<string, HTMLButtonElement>());
  const engine = useRef<MapEngine | null>(null);
  const latest = useRef({ onPick, gates, isImperial });
  const keysId = useId();
  useEffect(() => {
    latest.current = { onPick, gates, isImperial };
  });

  const follow = useCallback((view: View) => {
    for (const gate of latest.current.gates) {
      const handle = handles.current.get(gate.id);
      const { x, y, dx, dy } = gatePosts(view, gate);
      // The handle stands at a post, not in the middle: the track stays in sight. The finish uses the other post: on a
      // lap it is the same gate as the start.
      const side = (gate.id === 'finish' ? 1 : -1) * (1 + HANDLE_BEYOND / Math.hypot(dx, dy));
      if (handle) handle.style.transform = `translate(${x + side * dx}px, ${y + side * dy}px) translate(-50%, -50%)`;
    }
    const metresPerPixel = metresPerWorld(view.y) / view.scale;
    const { metres, label: length } = roundLength(SCALE_MOST * metresPerPixel, latest.current.isImperial);
    if (scaleBar.current) {
      scaleBar.current.style.width = `${metres / metresPerPixel}px`;
      scaleBar.current.textContent = length;
    }
  }, []);

  useEffect(() => {
    const map = createMapEngine(ground.current!, overlay.current!, follow);
    engine.current = map;
    const resize = () => map.resize(surface.current!.clientWidth, surface.current!.clientHeight);
    const observer = new ResizeObserver(resize);
    observer.observe(surface.current!);
    const endGestures = followGestures(surface.current!, map, () => latest.current.onPick);
    const scheme = matchMedia(DARK);
    scheme.addEventListener('change', map.redraw);
    return () => {
      observer.disconnect();
      endGestures();
      scheme.removeEventListener('change', map.redraw);
      map.destroy();
      engine.current = null;
    };
  }, [follow]);

  useEffect(() => {
    const content: MapContent = { tracks, markers, gates, zones, tileUrl };
    engine.current?.show(content);
  }, [tracks, markers, gates, zones, tileUrl, isImperial]);

  useImperativeHandle(
    ref,
    () => ({
      moveMarker: (id, lat, lon) => engine.current?.moveMarker(id, lat, lon),
      fit: () => engine.current?.fit(),
    }),
    [],
  );

  const onTop = tracks[0];
  return (
    <div
      ref={surface}
      dir="ltr"
      role="application"
      aria-roledescription="map"
      aria-label={label}
      aria-describedby={keysId}
      {...REACHABLE}
      className={`relative touch-none overflow-hidden rounded-card border border-line bg-soft select-none ${className}`}
    >
      <p id={keysId} className="sr-only">
        Arrow keys move the map, plus and minus zoom, 0 shows everything.
      </p>
      <canvas ref={ground} className="absolute inset-0 size-full" />
      <canvas ref={overlay} className="pointer-events-none absolute inset-0 size-full" />
      {onTop !== undefined &&
        onMoveGate !== undefined &&
        gates.map((gate) => (
          <GateHandle
            key={gate.id}
            ref={(element) => {
              if (element) handles.current.set(gate.id, element);
              else handles.current.delete(gate.id);
            }}
            gate={gate}
            trackId={onTop.id}
            engine={() => engine.current}
            onMove={onMoveGate}
          />
        ))}
      <MapButtons
        onZoomIn={() => engine.current?.zoom(2)}
        onZoomOut={() => engine.current?.zoom(0.5)}
        onFit={() => engine.current?.fit()}
      />
      <div
        className={`pointer-events-none absolute bottom-1 left-1.5 flex items-end gap-3 rounded-bib p-1.5 text-13 font-[650] text-ink ${tileUrl === null ? '' : 'bg-card/80'}`}
      >
        <div
          ref={scaleBar}
          className="digits flex h-5 items-end justify-center border-x-2 border-b-2 border-ink leading-none whitespace-nowrap"
        />
        <span aria-label="North is up" role="img" className="leading-none">
          ↑ N
        </span>
      </div>
      {tiles !== undefined && tiles.attribution !== '' && (
        <p className="absolute right-0 bottom-0 max-w-[60%] bg-card/80 px-1.5 text-13 text-ink">{tiles.attribution}</p>
      )}
    </div>
  );
}

interface MapButtonsProps {
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onFit: () => void;
}

function MapButtons({ onZoomIn, onZoomOut, onFit }: MapButtonsProps) {
  return (
    <div className="absolute top-2 right-2 flex flex-col gap-1.5">
      <MapButton label="Zoom in" onPress={onZoomIn}>
        <path d="M12 5v14M5 12h14" />
      </MapButton>
      <MapButton label="Zoom out" onPress={onZoomOut}>
        <path d="M5 12h14" />
      </MapButton>
      <MapButton label="Show everything" onPress={onFit}>
        <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />
      </MapButton>
    </div>
  );
}

interface MapButtonProps {
  readonly label: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function MapButton({ label, onPress, children }: MapButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="flex size-11 items-center justify-center rounded-button border border-line bg-card text-ink shadow-card hover:bg-soft"
    >
      <Icon>{children}</Icon>
    </button>
  );
}
