/** A unit is part of a type, so that seconds never meet milliseconds and credits never meet cents. */

declare const unit: unique symbol;
type Unit<Name extends string> = number & { readonly [unit]: Name };

/** Milliseconds since 1970-01-01T00:00Z. */
export type EpochMs = Unit<'EpochMs'>;
export type DurationMs = Unit<'DurationMs'>;
export type Credits = Unit<'Credits'>;

export const epochMs = (value: number): EpochMs => value as EpochMs;
export const durationMs = (value: number): DurationMs => value as DurationMs;
export const credits = (value: number): Credits => value as Credits;
