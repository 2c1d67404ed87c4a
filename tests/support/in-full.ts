/** `npm run proofs` takes the numbers of the specification; `npm test` takes smaller ones, so that it can be run with every change. */
const isInFull = process.env['PUSHOFF_IN_FULL'] !== undefined;

export const inFull = <Value>(full: Value, short: Value): Value => (isInFull ? full : short);
