import { ensureChromium } from '../lib/chromium.mjs';
import { SHOWN_HOST } from './server.mjs';

/**
 * A Chromium that finds the server under the host that links and codes show.
 * @param {number} port
 * @param {number} pixelRatio
 */
export async function launch(port, pixelRatio) {
  const { chromium } = await import('@playwright/test');
  return chromium.launch({
    executablePath: await ensureChromium(),
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--force-device-scale-factor=${pixelRatio}`,
      `--host-resolver-rules=MAP ${SHOWN_HOST}:80 127.0.0.1:${port}`,
      // Without a certificate the page would get no service worker.
      `--unsafely-treat-insecure-origin-as-secure=http://${SHOWN_HOST}`,
    ],
  });
}
