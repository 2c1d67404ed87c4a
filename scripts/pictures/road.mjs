import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodePictures } from '../demo-video/ffmpeg.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */

const RATE = 10;
const SIZE = { width: 960, height: 540 };

/**
 * A drawn film of a road between hills, as the camera on a handlebar would see it: a filmed road would show a place and
 * people.
 * @param {Browser} browser
 * @param {number} seconds
 */
export async function filmRoad(browser, seconds) {
  const folder = mkdtempSync(join(tmpdir(), 'pushoff-road-'));
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    for (let index = 0; index < seconds * RATE; index += 1) {
      const jpeg = await page.evaluate(drawRoad, { ...SIZE, time: index / RATE });
      writeFileSync(join(folder, `road-${String(index).padStart(5, '0')}.jpg`), Buffer.from(jpeg, 'base64'));
    }
    const file = join(folder, 'road.mp4');
    await encodePictures({ pictures: join(folder, 'road-%05d.jpg'), rate: RATE, file });
    // A copy: `slice` of a Buffer is a view, and the writer of telemetry would change the film itself.
    return new Uint8Array(readFileSync(file));
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs in the page, where nothing else of this file exists. @param {{ width: number; height: number; time: number }} view */
function drawRoad({ width, height, time }) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas');
  const horizon = height * 0.46;
  const sky = pen.createLinearGradient(0, 0, 0, horizon);
  sky.addColorStop(0, '#6f9fc4');
  sky.addColorStop(1, '#f3e3c3');
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, horizon + 2);

  // Hills, the far ones paler.
  const hills = /** @type {const} */ ([
    ['#9fb2ae', 62, 210, 0],
    ['#7d9a86', 40, 150, 1.7],
    ['#5d8062', 22, 90, 3.1],
  ]);
  for (const [colour, tall, long, phase] of hills) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(0, horizon + 4);
    for (let x = 0; x <= width; x += 6) {
      const rise = Math.sin(x / long + phase) + 0.45 * Math.sin(x / (long * 0.37) + phase * 2);
      pen.lineTo(x, horizon - tall * (0.62 + 0.38 * rise));
    }
    pen.lineTo(width, horizon + 4);
    pen.fill();
  }

  // The ground, from far to near: stripes of meadow, the road between two white lines, and dashes in its middle.
  const travelled = time * 9;
  for (let y = Math.ceil(horizon); y < height; y += 1) {
    const near = (y - horizon) / (height - horizon);
    const far = 1 / Math.max(0.012, near);
    const bend = Math.sin(time / 5) * 150 * (1 - near) ** 2 + Math.sin(far / 9 + time / 3) * 10 * (1 - near);
    const middle = width / 2 + bend;
    const half = 14 + 400 * near;
    const along = far * 3.4 + travelled;
    pen.fillStyle = Math.floor(along / 7) % 2 === 0 ? '#6f9a4c' : '#678f47';
    pen.fillRect(0, y, width, 1);
    pen.fillStyle = Math.floor(along / 11) % 2 === 0 ? '#55585a' : '#515456';
    pen.fillRect(middle - half, y, half * 2, 1);
    pen.fillStyle = '#e9e9e2';
    const line = 1 + 8 * near;
    pen.fillRect(middle - half + line * 1.5, y, line, 1);
    pen.fillRect(middle + half - line * 2.5, y, line, 1);
    if (along % 9 < 3.4) pen.fillRect(middle - line / 2, y, line, 1);
  }

  // Posts and trees beside the road come nearer.
  for (let post = 14; post >= 1; post -= 1) {
    const distance = post * 7 - (travelled % 7);
    const near = Math.min(1.4, 3.4 / Math.max(1.6, distance));
    const y = horizon + (height - horizon) * near;
    const bend = Math.sin(time / 5) * 150 * Math.max(0, 1 - near) ** 2;
    for (const side of [-1, 1]) {
      const x = width / 2 + bend + side * (30 + 560 * near);
      const size = 190 * near;
      if ((post + (side === 1 ? 1 : 0)) % 2 === 0) {
        pen.fillStyle = '#4a3b2c';
        pen.fillRect(x - size * 0.04, y - size * 0.5, size * 0.08, size * 0.5);
        pen.fillStyle = side === 1 ? '#3f6b3a' : '#4a7a41';
        pen.beginPath();
        pen.ellipse(x, y - size * 0.85, size * 0.36, size * 0.55, 0, 0, 7);
        pen.fill();
      }
    }
  }

  // The handlebar.
  const sway = Math.sin(time * 3) * 5;
  pen.lineCap = 'round';
  pen.strokeStyle = '#17191a';
  pen.lineWidth = 26;
  pen.beginPath();
  pen.moveTo(width * 0.2, height + 14 + sway);
  pen.quadraticCurveTo(width * 0.3, height - 52 + sway / 2, width / 2, height - 46);
  pen.quadraticCurveTo(width * 0.7, height - 52 - sway / 2, width * 0.8, height + 14 - sway);
  pen.stroke();
  return canvas.toDataURL('image/jpeg', 0.9).slice('data:image/jpeg;base64,'.length);
}
