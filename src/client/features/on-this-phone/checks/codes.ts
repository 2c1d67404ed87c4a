import { encode } from 'uqr';
import type { Check, Finding } from '../check.ts';
import { tenths, written } from '../figures.ts';

/** What a browser brings along to read codes; of the browsers on phones Chrome has it. */
interface BarcodeDetector {
  detect(image: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
}
interface BarcodeDetectors {
  new (options: { readonly formats: readonly string[] }): BarcodeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const TEXT = 'https://example.org/timer?eventId=0123456789';
const MODULE_PX = 6;
const QUIET_ZONE = 4;

export interface CodeReading {
  readonly isMade: boolean;
  /** Undefined where the browser brings no reader along. */
  readonly isRead: boolean | undefined;
  readonly ms: number;
}

export const codes: Check = {
  id: 'codes',
  title: 'QR codes',
  about: 'Draws a QR code and reads it back, where the browser can.',
  withinMs: 15_000,
  async run() {
    const canvas = drawCode(TEXT);
    const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: BarcodeDetectors };
    const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? [];
    if (Detector === undefined || !formats.includes('qr_code')) {
      return judgeCodes({ isMade: canvas.width > 0, isRead: undefined, ms: 0 });
    }
    const began = performance.now();
    const found = await new Detector({ formats: ['qr_code'] }).detect(canvas);
    return judgeCodes({ isMade: true, isRead: found[0]?.rawValue === TEXT, ms: performance.now() - began });
  },
};

function drawCode(text: string): HTMLCanvasElement {
  const { data, size } = encode(text, { ecc: 'L', border: QUIET_ZONE });
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * MODULE_PX;
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  data.forEach((row, y) => {
    row.forEach((isDark, x) => isDark && context.fillRect(x * MODULE_PX, y * MODULE_PX, MODULE_PX, MODULE_PX));
  });
  return canvas;
}

export function judgeCodes({ isMade, isRead, ms }: CodeReading): Finding {
  const figures = { isMade, isRead: isRead ?? 'none', ms: tenths(ms) };
  if (isRead === true) {
    return {
      verdict: 'passed',
      seen: `Drawn and read in ${written(ms)} ms.`,
      means: 'This phone shows codes for helpers.',
      figures,
    };
  }
  if (isRead === undefined) {
    return {
      verdict: 'absent',
      seen: 'Drawn. This browser can’t read codes by itself.',
      means: 'This phone shows codes for helpers. To scan one, use the camera app of the phone.',
      figures,
    };
  }
  return {
    verdict: 'weak',
    seen: 'Drawn, but the browser’s own reader didn’t read it.',
    means: 'This phone shows codes for helpers. To scan one, use the camera app of the phone.',
    figures,
  };
}
