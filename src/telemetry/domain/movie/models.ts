/** Cameras by the beginning of their firmware's version. */
const MODELS: readonly (readonly [string, string])[] = [
  ['HD3.', 'HERO3'],
  ['HD4.', 'HERO4'],
  ['HD5.02', 'HERO5 Black'],
  ['HD5.03', 'HERO5 Session'],
  ['HD6.01', 'HERO6 Black'],
  ['HD7.01', 'HERO7 Black'],
  ['FS1.', 'Fusion'],
  ['HD8.01', 'HERO8 Black'],
  ['H18.01', 'HERO (2018)'],
  ['H18.02', 'HERO7 White'],
  ['H18.03', 'HERO7 Silver'],
  ['H19.03', 'GoPro Max'],
  ['HD9.01', 'HERO9 Black'],
  ['H21.01', 'HERO10 Black'],
  ['H22.01', 'HERO11 Black'],
  ['H22.03', 'HERO11 Black Mini'],
  ['H23.01', 'HERO12 Black'],
  ['H24.01', 'HERO13 Black'],
  ['H24.03', 'HERO (2024)'],
];

/** Models whose telemetry holds motion, never positions. */
const WITHOUT_GPS = [
  /\bhero ?[1-4]\b/i,
  /hero5 session/i,
  /hero7 white/i,
  /hero ?\((2018|2024)\)/i,
  /hero ?11.{0,20}mini/i,
  /hero ?12\b/i,
  /^HERO$/,
];

export function nameModel(firmware: string | null): string | null {
  return MODELS.find(([start]) => firmware?.startsWith(start) === true)?.[1] ?? null;
}

export const hasNoGps = (device: string): boolean => WITHOUT_GPS.some((pattern) => pattern.test(device));
