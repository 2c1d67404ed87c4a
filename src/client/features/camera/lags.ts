/** How late the frames of a camera are stamped, as a twist has shown; kept on this device. */
const KEY = 'pushoff.camera.lags';
const MOST = 20;

export interface CameraKind {
  readonly label: string;
  readonly width: number;
  readonly height: number;
  /** Frames a second. A camera at another rate has another delay. */
  readonly rate: number;
}

/** The rate differs from run to run by a little. */
const nameOf = ({ label, width, height, rate }: CameraKind): string =>
  `${label} ${width}x${height} ${Math.round(rate / 10) * 10}`;

function read(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, lag]) => Number.isFinite(lag)));
  } catch {
    return {};
  }
}

/** Undefined before its calibration. */
export const readLag = (camera: CameraKind): number | undefined => read()[nameOf(camera)];

export function keepLag(camera: CameraKind, lag: number): void {
  const others = Object.entries(read()).filter(([name]) => name !== nameOf(camera));
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others.slice(1 - MOST), [nameOf(camera), lag]])));
  } catch {
    // Asked again next time.
  }
}
