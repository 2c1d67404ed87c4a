/** The part of `Storage` used here. A browser that refuses storage throws from either. */
export type PaymentStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** `open`: no card is on its way. `sent`: one is, and its outcome is not known. The others: the card was taken. */
export type PaymentStage = 'open' | 'sent' | 'processing' | 'succeeded';

export interface KeptPayment {
  readonly paymentId: string;
  readonly stage: PaymentStage;
  /** When the payment reached this stage. */
  readonly at: number;
  /** A card was declined on this payment, so a problem that the server still names may be the old one. */
  readonly hasFailed: boolean;
}

/** The payment under way for one package of one user, on this device. */
export interface PaymentMemory {
  recall(): KeptPayment | null;
  keep(payment: KeptPayment): void;
  forget(): void;
}

interface Row extends KeptPayment {
  readonly userId: string;
  readonly amount: number;
}

export interface MemoryParts {
  readonly storage: PaymentStorage;
  readonly userId: string;
  readonly amount: number;
  readonly now: () => number;
}

const STAGES: readonly PaymentStage[] = ['open', 'sent', 'processing', 'succeeded'];
const KEY = 'pushoff.payments';
export const KEPT_MS = 60 * 60_000;

/**
 * Memory of a payment under way, in the device's storage rather than the tab's: a buyer who closes the tab in the middle of a
 * payment and comes back finds its outcome, not an empty form that invites to pay once more.
 */
export function createPaymentMemory({ storage, userId, amount, now }: MemoryParts): PaymentMemory {
  const isMine = (row: Row) => row.userId === userId && row.amount === amount;
  /** Where the browser keeps nothing, this page still knows its own payment; a later visit does not. */
  let unsaved: readonly Row[] | null = null;

  function readRows(): readonly Row[] {
    if (unsaved !== null) return unsaved;
    try {
      const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
      return Array.isArray(kept) ? kept.filter((row) => isRow(row) && now() - row.at < KEPT_MS) : [];
    } catch {
      return [];
    }
  }

  function write(rows: readonly Row[]): void {
    try {
      storage.setItem(KEY, JSON.stringify(rows));
      unsaved = null;
    } catch {
      unsaved = rows;
    }
  }

  return {
    recall: () => readRows().find(isMine) ?? null,
    keep: ({ paymentId, stage, at, hasFailed }) =>
      write([...readRows().filter((row) => !isMine(row)), { userId, amount, paymentId, stage, at, hasFailed }]),
    forget: () => write(readRows().filter((row) => !isMine(row))),
  };
}

/** Stored rows may come from an older release, or be anything. */
function isRow(value: unknown): value is Row {
  const row = value as Partial<Row> | null;
  return (
    typeof row?.userId === 'string' &&
    typeof row.amount === 'number' &&
    typeof row.paymentId === 'string' &&
    typeof row.at === 'number' &&
    typeof row.hasFailed === 'boolean' &&
    STAGES.some((stage) => stage === row.stage)
  );
}
