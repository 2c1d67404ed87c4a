import type { Target } from './target.ts';

/** The commits on which attacks were found, and on which `--before` measures them. */
export const BETA_0_23 = '16cde90';
export const THIRD_ATTACK = '91723f8';

type Severity = 'high' | 'medium' | 'low' | 'untried';

/**
 * One attack, tried from outside. A case that cannot be tried throws, which counts as open: nothing showed that it is
 * closed.
 */
export interface AttackCase {
  /**
   * The number of the weakness, with a letter where several attacks use it; from 30 on attacks that had not been tried,
   * 40 the costs of all inputs, then those at the limits of the product, and from 50 on what later attacks found.
   */
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  /** Measures processor, memory or an order, so it has a server of its own and nothing runs beside it. */
  readonly isAlone?: boolean;
  /** Part of `npm test`: quick, and clear on a busy machine. */
  readonly isShort?: boolean;
  /** Tried against two nodes of one PostgreSQL too. */
  readonly onNodes?: boolean;
  /** Default: Beta 0.23. */
  readonly found?: typeof THIRD_ATTACK;
  /** The time that it may take; default: five minutes. */
  readonly minutes?: number;
  /** Settings of the server, of a case that is alone. */
  readonly env?: Readonly<Record<string, string>>;
  run(target: Target): Promise<Finding>;
}

export interface Finding {
  readonly isOpen: boolean;
  /** The measured value, with its unit. */
  readonly figure: string;
  /** All values, for `--details`. */
  readonly details?: readonly string[];
}
