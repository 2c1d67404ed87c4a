import { BETWEEN_FORMS } from './text-keys.mjs';

/** Hundredths of an em of the letters of the buttons' font (Archivo, 650), as Chromium measures them. Accents add nothing. */
const LETTERS = {
  24: "'ijlI|`",
  30: '!/\\’‘,-.:;ft· \u00a0',
  36: '()[]r{}*',
  46: '"–“”„',
  52: '_vyz',
  56: '$aceksx',
  60: '0123456789#?FJLbdghnopqu',
  65: '+<=>TZ^~±×ß−',
  68: 'EPSVXY',
  72: 'ABCDKRU',
  76: '&HNw',
  80: 'GOQ',
  88: 'Mm',
  98: '%Wœ…@—→æ«»',
};
const WIDTHS = new Map(
  Object.entries(LETTERS).flatMap(([width, letters]) => [...letters].map((each) => [each, Number(width)])),
);
WIDTHS.set(' ', 20).set('\u202f', 12);
/** A letter of another script takes about as much as a capital. */
const UNKNOWN = 72;
const SIZE_PX = 16;
/** A full-width button on a phone of 390 px: what is left between the margins of the page and of the button. */
export const WIDEST_LABEL_PX = 318;

/** Width of a label on a button, with a number of two digits for what is filled in. @param {string} label */
export function labelWidth(label) {
  const letters = [
    ...label
      .replaceAll(/\{\d+\}/g, '00')
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, ''),
  ];
  return (letters.reduce((sum, each) => sum + (WIDTHS.get(each) ?? UNKNOWN), 0) / 100) * SIZE_PX;
}

/** The form that is too wide, if one is. @param {string} translation */
export const tooWide = (translation) =>
  translation.split(BETWEEN_FORMS).find((form) => labelWidth(form.trim()) > WIDEST_LABEL_PX);
