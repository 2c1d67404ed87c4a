import type { Figure } from './limit-measures.ts';

/** What is dear by nature at the limits: why, and how many plain pages it may cost. */
const dear: readonly { readonly name: RegExp; readonly why: string; readonly most: number }[] = [];

/** The bound of a figure: its own, or that of its place on the list. */
export const dearFor = ({ name, most }: Figure): number => dear.find((each) => each.name.test(name))?.most ?? most;
