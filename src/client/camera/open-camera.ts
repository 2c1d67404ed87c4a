/** Reasons why there is no camera; each has a sentence on the screen. */
type CameraTrouble = 'unsupported' | 'refused' | 'none' | 'busy';

export type OpenedCamera =
  | { readonly kind: 'open'; readonly stream: MediaStream; readonly track: MediaStreamTrack }
  | { readonly kind: 'trouble'; readonly trouble: CameraTrouble };

/** Below this the second request is worth its time. */
const WANTED_RATE = 50;

/** Never `exact`: a camera that cannot do it would be no camera. */
const WANTED: MediaTrackConstraints = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 60 },
};

/** Opens the rear camera, or the one that was chosen, and asks it for the rate that it gives at best. */
export async function openCamera(deviceId?: string): Promise<OpenedCamera> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  if (mediaDevices?.getUserMedia === undefined) return { kind: 'trouble', trouble: 'unsupported' };
  const which = deviceId === undefined ? { facingMode: { ideal: 'environment' } } : { deviceId: { ideal: deviceId } };
  try {
    const stream = await mediaDevices.getUserMedia({ audio: false, video: { ...WANTED, ...which } });
    const track = stream.getVideoTracks()[0]!;
    if ((track.getSettings().frameRate ?? WANTED_RATE) < WANTED_RATE) {
      await track.applyConstraints({ ...WANTED, frameRate: { min: WANTED_RATE } }).catch(() => undefined);
    }
    return { kind: 'open', stream, track };
  } catch (error) {
    return { kind: 'trouble', trouble: troubleOf(error) };
  }
}

function troubleOf(error: unknown): CameraTrouble {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none';
    case 'NotSupportedError':
      return 'unsupported';
    default:
      return 'busy';
  }
}

export interface Lens {
  readonly deviceId: string;
  readonly label: string;
}

/** All cameras of this device. Their names are known once one of them was open. */
export async function listLenses(): Promise<readonly Lens[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId, label }) => ({ deviceId, label }));
}
