/** The line where a tap is made: the start, the finish, or a split point between them under any other name. */
export type Line = string;
/** The lines that every course has. */
export type EndLine = 'start' | 'finish';
/** Taps on this line compare the clocks of phones before a race. They are in no result. */
export const ZERO_LINE = 'zero';
