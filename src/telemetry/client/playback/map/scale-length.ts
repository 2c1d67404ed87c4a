const FEET_PER_MILE = 5_280;
const METRES_PER_FOOT = 0.3048;

export interface ScaleLength {
  readonly metres: number;
  readonly label: string;
}

/** The longest round length that fits: 1, 2 or 5 and zeros. */
export function roundLength(mostMetres: number, isImperial: boolean): ScaleLength {
  if (!isImperial) {
    const metres = roundDown(mostMetres);
    return {
      metres,
      label: metres >= 1000 ? `${metres / 1000} km` : metres >= 1 ? `${metres} m` : `${metres * 100} cm`,
    };
  }
  const mostFeet = mostMetres / METRES_PER_FOOT;
  if (mostFeet < FEET_PER_MILE) {
    const feet = roundDown(mostFeet);
    return { metres: feet * METRES_PER_FOOT, label: `${feet} ft` };
  }
  const miles = roundDown(mostFeet / FEET_PER_MILE);
  return { metres: miles * FEET_PER_MILE * METRES_PER_FOOT, label: `${miles} mi` };
}

function roundDown(most: number): number {
  const power = Math.floor(Math.log10(most));
  const digit = most / 10 ** power;
  const first = digit >= 5 ? 5 : digit >= 2 ? 2 : 1;
  // Divided instead of multiplied: 3 * 10 ** -1 has rounding errors in its digits.
  return power < 0 ? first / 10 ** -power : first * 10 ** power;
}
