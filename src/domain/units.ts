/** Units are part of the types: seconds cannot be mixed with milliseconds, nor credits with cents. */

declare const unit: unique symbol;
type Unit<Name extends string> = number & { readonly [unit]: Name };

/** Milliseconds since 1970-01-01T00:00Z. */
export type EpochMs = Unit<'EpochMs'>;
export type DurationMs = Unit<'DurationMs'>;
export type Credits = Unit<'Credits'>;

export const epochMs = (value: number): EpochMs => value as EpochMs;
export const durationMs = (value: number): DurationMs => value as DurationMs;
export const credits = (value: number): Credits => value as Credits;
