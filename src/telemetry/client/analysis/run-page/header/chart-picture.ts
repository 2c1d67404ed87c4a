import { saveFile } from '../../../../../client/ui/save-file.ts';

const MARGIN = 24;
const HEADING = 56;
const LABEL = 30;

/** The drawn charts, with their names and values, on one canvas. Null when there are none. */
function drawCharts(charts: Element, heading: string): HTMLCanvasElement | null {
  const parts = [...charts.querySelectorAll('[data-chart]')].flatMap((chart) => {
    const canvas = chart.querySelector('canvas');
    const words = chart.firstElementChild;
    return canvas === null || words === null || words.classList.contains('sr-only') ? [] : [{ canvas, words }];
  });
  if (parts.length === 0) return null;
  const scale = devicePixelRatio || 1;
  const width = Math.max(...parts.map(({ canvas }) => canvas.width)) / scale;
  const height = parts.reduce((sum, { canvas }) => sum + canvas.height / scale + LABEL, HEADING);
  const picture = document.createElement('canvas');
  picture.width = (width + 2 * MARGIN) * scale;
  picture.height = (height + 2 * MARGIN) * scale;
  const context = picture.getContext('2d');
  if (context === null) return null;
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  context.scale(scale, scale);
  context.fillStyle = token('--color-card');
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = token('--color-ink');
  context.textBaseline = 'middle';
  context.font = `750 22px ${token('--font-sans')}`;
  context.fillText(heading, MARGIN, MARGIN + HEADING / 2 - 6, width);
  let top = MARGIN + HEADING;
  for (const { canvas, words } of parts) {
    context.font = `650 14px ${token('--font-sans')}`;
    context.fillText(words.firstElementChild?.textContent ?? '', MARGIN, top + LABEL / 2);
    context.drawImage(canvas, MARGIN, top + LABEL, canvas.width / scale, canvas.height / scale);
    top += LABEL + canvas.height / scale;
  }
  return picture;
}

export async function saveCharts(charts: Element, heading: string, fileName: string): Promise<boolean> {
  const picture = drawCharts(charts, heading);
  const blob = await new Promise<Blob | null>((resolve) => {
    if (picture === null) resolve(null);
    else picture.toBlob(resolve, 'image/png');
  });
  if (blob === null) return false;
  saveFile(fileName, blob, 'image/png');
  return true;
}
