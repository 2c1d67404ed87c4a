import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createLineFilm, type Rider } from '../support/line-film.ts';

export const FPS = 30;
const [WIDTH, HEIGHT] = [640, 360];

/**
 * A film for Chromium's own fake camera, which plays it again and again. When the machine is busy its time stretches, so each
 * frame carries its number.
 */
export function writeFilm(riders: readonly Rider[], seconds: number): { readonly file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'pushoff-film-'));
  const file = join(folder, 'line.y4m');
  const film = createLineFilm({ width: WIDTH, height: HEIGHT, riders, hasNumbers: true });
  const out = openSync(file, 'w');
  writeSync(out, `YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FPS}:1 Ip A1:1 C420\n`);
  for (let frame = 0; frame < seconds * FPS; frame += 1) {
    writeSync(out, 'FRAME\n');
    writeSync(out, film.draw(frame, frame / FPS));
  }
  closeSync(out);
  return { file, remove: () => rmSync(folder, { recursive: true }) };
}

export const cameraArgs = (file: string): string[] => [
  '--use-fake-device-for-media-stream',
  // Allows every camera: nobody is there to press Allow.
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
];

/** The number in the picture that is shown: the live one, or the one at the cursor. */
export function readNumber(page: Page, of: 'video' | 'canvas'): Promise<number> {
  return page.locator(`[data-picture] > ${of}`).evaluate((picture: HTMLVideoElement | HTMLCanvasElement) => {
    const width = picture instanceof HTMLVideoElement ? picture.videoWidth : picture.width;
    const canvas = new OffscreenCanvas(width, 1).getContext('2d')!;
    canvas.drawImage(picture, 0, 20, width, 1, 0, 0, width, 1);
    const { data } = canvas.getImageData(0, 0, width, 1);
    const bar = Math.floor(width / 22);
    let number = 0;
    for (let place = 0; place < 20; place += 1) {
      if (data[((place + 1) * bar + (bar >> 1)) * 4]! > 125) number |= 1 << place;
    }
    return number;
  });
}

/** Resolves once the live picture is past a frame of this round of the film. */
export async function waitForFrame(page: Page, wanted: number): Promise<void> {
  await page.locator('[data-picture] > video').evaluate(
    (video: HTMLVideoElement, { until }) =>
      new Promise<void>((resolve) => {
        const canvas = new OffscreenCanvas(640, 1).getContext('2d', { willReadFrequently: true })!;
        const look = () => {
          canvas.drawImage(video, 0, 20, 640, 1, 0, 0, 640, 1);
          const { data } = canvas.getImageData(0, 0, 640, 1);
          let number = 0;
          for (let place = 0; place < 20; place += 1)
            if (data[((place + 1) * 29 + 14) * 4]! > 125) number |= 1 << place;
          if (number >= until && number < until + 30) resolve();
          else video.requestVideoFrameCallback(look);
        };
        look();
      }),
    { until: wanted },
  );
}
