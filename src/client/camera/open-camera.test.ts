import { afterEach, expect, test, vi } from 'vitest';
import { listLenses, openCamera } from './open-camera.ts';

afterEach(() => vi.unstubAllGlobals());

const withDevices = (mediaDevices: object | undefined) => vi.stubGlobal('navigator', { mediaDevices });
const failing = (name: string) => ({ getUserMedia: () => Promise.reject(new DOMException('', name)) });

test.each([
  ['unsupported', undefined],
  ['refused', failing('NotAllowedError')],
  ['none', failing('NotFoundError')],
  ['unsupported', failing('NotSupportedError')],
  ['busy', failing('NotReadableError')],
])('[EYE13] why there is no camera is known: %s', async (trouble, mediaDevices) => {
  withDevices(mediaDevices);
  expect(await openCamera()).toEqual({ kind: 'trouble', trouble });
});

test('[EYE13] a camera that gives 30 frames is asked once for more, and is kept where it has no more', async () => {
  const asked: unknown[] = [];
  const track = {
    getSettings: () => ({ frameRate: 30 }),
    applyConstraints(constraints: unknown) {
      asked.push(constraints);
      return Promise.reject(new DOMException('', 'OverconstrainedError'));
    },
  };
  const wanted: MediaStreamConstraints[] = [];
  withDevices({
    async getUserMedia(constraints: MediaStreamConstraints) {
      wanted.push(constraints);
      return { getVideoTracks: () => [track] };
    },
    enumerateDevices: async () => [
      { kind: 'audioinput', deviceId: 'a', label: 'Microphone' },
      { kind: 'videoinput', deviceId: 'b', label: 'Back camera' },
    ],
  });
  expect(await openCamera('b')).toMatchObject({ kind: 'open' });
  expect(asked).toHaveLength(1);
  expect(wanted[0]!.video).toMatchObject({ deviceId: { ideal: 'b' } });
  expect(JSON.stringify(wanted)).not.toContain('exact');
  expect(await listLenses()).toEqual([{ deviceId: 'b', label: 'Back camera' }]);
});
