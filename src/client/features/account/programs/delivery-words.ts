export const kindLabels: Readonly<Record<string, string>> = {
  result: 'Results',
  correction: 'Corrections',
  status: 'Statuses such as DNF',
  test: 'Test',
};

const REASONS: Readonly<Record<string, string>> = {
  ok: 'Arrived.',
  'address refused': 'The address leads to a private network, so we sent nothing.',
  'name not found': 'There’s no server of that name.',
  'certificate not valid': 'The certificate of the receiver isn’t valid.',
  'no answer in time': 'The receiver didn’t answer within ten seconds.',
  'no connection': 'We couldn’t reach the receiver.',
};

/** What came of an attempt, in words; null before the first one. */
export function describeOutcome(outcome: string | null): string {
  if (outcome === null) return 'Waiting.';
  const status = /^status (\d+)$/.exec(outcome)?.[1];
  if (status === undefined) return REASONS[outcome] ?? outcome;
  return status.startsWith('3')
    ? `The receiver sent us elsewhere (status ${status}). Use the address that it leads to.`
    : `The receiver answered with status ${status}.`;
}
