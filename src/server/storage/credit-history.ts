import type { CreditHistory, CreditKind } from '../../protocol/payments.ts';
import { userSubject } from './event-doors.ts';
import type { Database } from './engine.ts';

/** One transfer, from its person's side. */
export interface LedgerLine {
  readonly number: number;
  readonly createdAt: number;
  readonly kind: CreditKind;
  readonly subjectId: string | null;
  /** The name of the event or racer, if it still exists and is this person's to see. */
  readonly subject: string | null;
  /** Positive when the person received credits. */
  readonly amount: number;
  readonly balance: number;
  readonly cause: string;
}

/** All transfers, the oldest first. */
export async function listTransfers(db: Database, userId: string): Promise<LedgerLine[]> {
  const rows = await selectLines(db, userId).orderBy('transfer.number').execute();
  return rows.map(toLine);
}

/** A page of transfers after a number. */
export async function listTransfersAfter(
  db: Database,
  userId: string,
  after: number,
  most: number,
): Promise<LedgerLine[]> {
  const rows = await selectLines(db, userId)
    .where('transfer.number', '>', after)
    .orderBy('transfer.number')
    .limit(most)
    .execute();
  return rows.map(toLine);
}

export async function readCreditHistory(
  db: Database,
  userId: string,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<CreditHistory> {
  const rows = await selectLines(db, userId)
    .$if(before !== undefined, (query) => query.where('transfer.number', '<', before!))
    .orderBy('transfer.number', 'desc')
    .limit(limit + 1)
    .execute();
  const lines = rows.slice(0, limit).map(toLine);
  return {
    lines: lines.map(({ number, createdAt, kind, subjectId, subject, amount, balance }) => ({
      number,
      at: createdAt,
      kind,
      subject,
      amount,
      balance,
      paymentId: kind === 'purchase' || kind === 'refund' ? subjectId : null,
    })),
    hasMore: rows.length > limit,
  };
}

/** An event is named only to its admins: a person who handed it over and is none any more does not see its name. */
function selectLines(db: Database, userId: string) {
  return db
    .selectFrom('creditTransfers as transfer')
    .innerJoin('creditAccounts as own', 'own.id', 'transfer.account')
    .leftJoin('events as event', (join) =>
      join
        .onRef('event.id', '=', 'transfer.subjectId')
        .on(({ and, eb, exists, lit, selectFrom }) =>
          and([
            eb('transfer.kind', '=', 'event'),
            exists(
              selectFrom('eventAdmins')
                .select(lit(1).as('one'))
                .whereRef('eventAdmins.eventId', '=', 'event.id')
                .where('eventAdmins.subject', '=', userSubject(userId)),
            ),
          ]),
        ),
    )
    .leftJoin('racers as racer', (join) =>
      join
        .onRef('racer.id', '=', 'transfer.subjectId')
        .on('transfer.kind', '=', 'racer')
        .on('racer.createdBy', '=', userId),
    )
    .select([
      'transfer.number',
      'transfer.createdAt',
      'transfer.kind',
      'transfer.subjectId',
      'transfer.account',
      'transfer.toAccount',
      'transfer.amount',
      'transfer.balanceAfter',
      'transfer.cause',
      'event.name as eventName',
      'racer.name as racerName',
    ])
    .where('own.userId', '=', userId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectLines>['execute']>>[number];

function toLine({ account, toAccount, amount, balanceAfter, eventName, racerName, ...row }: Row): LedgerLine {
  return {
    ...row,
    subject: eventName ?? racerName,
    amount: toAccount === account ? amount : -amount,
    balance: balanceAfter,
  };
}
