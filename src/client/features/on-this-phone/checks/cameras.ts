import { listLenses, openCamera } from '../../../camera/open-camera.ts';
import type { Check, Finding } from '../check.ts';
import { requireCamera } from './open.ts';

/** What a film of a finish is wanted in, and what is enough for it. */
const GOOD = { height: 720, rate: 50 } as const;
const ENOUGH = { height: 480, rate: 24 } as const;

export interface Given {
  /** Names of all cameras, as the browser has them. */
  readonly names: readonly string[];
  readonly name: string;
  readonly facing: string;
  readonly width: number;
  readonly height: number;
  /** As the browser says; the next check measures it. */
  readonly rate: number;
}

export const cameras: Check = {
  id: 'cameras',
  title: 'Cameras',
  about: 'Opens the rear camera for a moment and reads what it offers. The browser asks you first.',
  async run({ signal }) {
    const track = await requireCamera(openCamera, signal);
    const { width = 0, height = 0, frameRate = 0, facingMode = '' } = track.getSettings();
    const names = (await listLenses()).map(({ label }) => label);
    return judgeCameras({ names, name: track.label, facing: facingMode, width, height, rate: Math.round(frameRate) });
  },
};

export function judgeCameras({ names, name, facing, width, height, rate }: Given): Finding {
  const figures = { cameras: names.length, names: names.join(' | '), name, facing, width, height, rate };
  const seen = `${width} × ${height}, ${rate} frames a second.`;
  // A phone that is held upright hands out a picture that is higher than wide.
  const shorter = Math.min(width, height);
  if (shorter >= GOOD.height && rate >= GOOD.rate) {
    return { verdict: 'passed', seen, means: 'That’s as much as a browser gives. A cursor is good to 8 ms.', figures };
  }
  if (shorter >= GOOD.height && rate >= ENOUGH.rate) {
    return {
      verdict: 'passed',
      seen,
      means: `That’s enough. A cursor is good to ${Math.round(500 / rate)} ms, and offers are about as good as with more frames.`,
      figures,
    };
  }
  return {
    verdict: 'weak',
    seen,
    means:
      shorter >= ENOUGH.height && rate >= ENOUGH.rate
        ? 'The picture is small. Stand closer, so that a racer fills half of its height.'
        : 'That’s little for timing. Try another browser on this phone, or another phone.',
    figures,
  };
}
