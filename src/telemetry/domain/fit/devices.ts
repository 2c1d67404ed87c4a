import { toName } from '../collect.ts';

const byNumber = (list: string): ReadonlyMap<number, string> =>
  new Map(Array.from(list.matchAll(/\b(\d{1,4}) ([^,\n]{1,30})/g), ([, number, name]) => [Number(number), name!]));

/** Makers and products by FIT's numbers, as far as users bring them; others are named by the file itself. */
const MAKERS = byNumber(`
  1 Garmin, 13 Garmin, 15 Garmin, 6 SRM, 7 Quarq, 23 Suunto, 32 Wahoo, 38 o-synce, 40 Concept2, 41 Shimano,
  63 Specialized, 69 Stages, 70 Sigma, 71 TomTom, 89 Tacx, 95 Stryd, 115 iGPSPORT, 123 Polar, 258 Lezyne,
  260 Zwift, 265 Strava, 267 Bryton, 268 SRAM, 289 Hammerhead, 294 COROS, 339 Zepp
`);

const GARMIN = byNumber(`
  717 Forerunner 405, 1018 Forerunner 310XT, 1036 Edge 500, 1169 Edge 800, 1325 Edge 200, 1328 Forerunner 910XT,
  1345 Forerunner 610, 1551 fēnix, 1561 Edge 510, 1567 Edge 810, 1623 Forerunner 620, 1735 VIRB Elite,
  1765 Forerunner 920XT, 1836 Edge 1000, 1967 fēnix 2, 2050 fēnix 3, 2067 Edge 520, 2134 VIRB X,
  2158 Forerunner 735XT, 2172 VIRB XE, 2413 fēnix 3 HR, 2417 VIRB Ultra 30, 2431 Forerunner 235, 2530 Edge 820,
  2544 fēnix 5S, 2604 fēnix 5X, 2687 VIRB 360, 2691 Forerunner 935, 2697 fēnix 5, 2713 Edge 1030,
  2886 Forerunner 645, 2909 Edge 130, 3076 Forerunner 245, 3110 fēnix 5 Plus, 3112 Edge 520 Plus,
  3113 Forerunner 945, 3121 Edge 530, 3122 Edge 830, 3226 Venu, 3288 fēnix 6S, 3290 fēnix 6, 3291 fēnix 6X,
  3558 Edge 130 Plus, 3570 Edge 1030 Plus, 3589 Forerunner 745, 3703 Venu 2, 3843 Edge 1040, 3869 Forerunner 55,
  3888 Instinct 2, 3905 fēnix 7S, 3906 fēnix 7, 3907 fēnix 7X, 3943 epix (Gen 2), 3992 Forerunner 255,
  4024 Forerunner 955, 4061 Edge 540, 4062 Edge 840, 4257 Forerunner 265, 4260 Venu 3, 4315 Forerunner 965,
  4432 Forerunner 165, 4440 Edge 1050, 4536 fēnix 8, 4633 Edge 550, 4634 Edge 850
`);

/** The device that made the file, in words; null when the file does not name it. */
export function nameDevice(maker: number, product: number, productName: string | null): string | null {
  const makerName = MAKERS.get(maker);
  const isGarmin = makerName === 'Garmin';
  const name = toName(productName) ?? (isGarmin ? GARMIN.get(product) : undefined);
  if (name === undefined) return makerName ?? null;
  if (makerName === undefined || name.toLowerCase().startsWith(makerName.toLowerCase())) return name;
  return `${makerName} ${name}`;
}
