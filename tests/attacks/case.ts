import type { Target } from './target.ts';

export type Severity = 'high' | 'medium' | 'low' | 'untried';

/** One way in, tried from outside. A case that cannot be tried throws, which counts as open: nobody has seen it closed. */
export interface AttackCase {
  /** Of the hole, with a letter where it has several ways in; from 30 on what nobody had tried, 40 the costs of everything. */
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  /** Measures processor, memory or an order, so it has a server of its own and nothing runs beside it. */
  readonly isAlone?: boolean;
  /** Part of `npm test`: quick, and clear on a busy machine. */
  readonly isShort?: boolean;
  /** Tried against two nodes of one PostgreSQL too. */
  readonly onNodes?: boolean;
  run(target: Target): Promise<Finding>;
}

export interface Finding {
  readonly isOpen: boolean;
  /** What was seen, with its unit. */
  readonly figure: string;
}
