/** Passed: it serves a race as it is. Weak: it serves with what is said. Absent: this phone has not got it. */
type Verdict = 'passed' | 'weak' | 'absent';

export type Figure = string | number | boolean;

/** What a check has found. Figures are for the report, and hold nothing that says whose phone it is. */
export interface Finding {
  readonly verdict: Verdict;
  readonly seen: string;
  /** What it means for timing with this phone. */
  readonly means: string;
  readonly figures: Readonly<Record<string, Figure>>;
}

/** What a running check is given. */
export interface CheckTools {
  /** Aborted by 'Stop', by a page that is hidden, and when the page is left: a check then gives back what it holds. */
  readonly signal: AbortSignal;
  readonly progress: (share: number) => void;
  /** Asks the person, who alone knows. */
  readonly ask: (question: string) => Promise<boolean>;
}

export interface Check {
  /** Its name in the report, the same in every language. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** It waits for nobody, so it has failed when it takes longer. */
  readonly withinMs?: number;
  readonly run: (tools: CheckTools) => Promise<Finding>;
}
