import { type Client, type Run, tally } from './books.ts';

/** Refunds a payment, sometimes twice at the same time. */
export async function refund({ run, random }: Client): Promise<void> {
  const paid = run.accounts
    .flatMap(({ payments }) => [...payments.values()])
    .filter((payment) => payment.isPaid && !payment.refundAsked);
  if (paid.length === 0) return tally(run, 'refund: nothing to refund yet');
  const payment = random.pick(paid);
  const times = random.chance(0.3) ? 2 : 1;
  const answers = await Promise.all(Array.from({ length: times }, () => run.server.ask('refund', payment.id)));
  payment.refundAsked = answers.some(({ ok }) => ok);
  for (const { ok } of answers) tally(run, ok ? 'refund: done' : 'refund: not any more, or not yet');
}

export async function reconcile(run: Run): Promise<string> {
  const { ok, text } = await run.server.ask('reconcile');
  if (!ok) run.surprises.push(`reconcile: ${text}`);
  return text;
}
