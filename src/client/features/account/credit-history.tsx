import { Link } from 'react-router';
import type { CreditHistory as Answer, CreditKind, CreditLine } from '../../../protocol/payments.ts';
import { api } from '../../../protocol/routes.ts';
import { type PagedList, usePages } from '../../session/use-pages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { writeMoment } from '../../ui/moment.ts';
import { Notice } from '../../ui/notice.tsx';
import { LoadingRegion } from '../../ui/skeleton.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { DownloadIcon } from '../../ui/tool-icons.tsx';

/** On a phone the date and the receipt stand under their movement, and the balance under the amount. */
const WIDE = 'max-sm:hidden';

const COLUMNS: readonly TableColumn<CreditLine>[] = [
  {
    key: 'what',
    header: 'What for',
    cell: (line) => (
      <>
        <What line={line} />
        <span className="block text-14 text-ink-2">
          <Moment at={line.at} />
        </span>
        {line.paymentId !== null && (
          <span className="block sm:hidden">
            <Receipt line={line} paymentId={line.paymentId} />
          </span>
        )}
      </>
    ),
  },
  {
    key: 'receipt',
    header: 'Receipt',
    className: WIDE,
    cell: (line) => line.paymentId !== null && <Receipt line={line} paymentId={line.paymentId} />,
  },
  {
    key: 'amount',
    header: (
      <>
        Credits <span className="block font-normal sm:hidden">Balance</span>
      </>
    ),
    align: 'right',
    className: 'whitespace-nowrap align-top sm:align-middle',
    cell: ({ amount, balance }) => (
      <>
        <span className={`digits font-[720] ${amount > 0 ? 'text-good' : ''}`}>{describeAmount(amount)}</span>
        <span className="digits block text-14 text-ink-2 sm:hidden">
          <span className="sr-only">Balance </span>
          {balance}
        </span>
      </>
    ),
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'right',
    className: WIDE,
    cell: ({ balance }) => <span className="digits">{balance}</span>,
  },
];

const MOVEMENTS: Omit<PagedList<CreditLine, Answer>, 'version'> = {
  path: api.creditHistory,
  read: ({ lines, hasMore }) => ({ items: lines, hasMore }),
  numberOf: ({ number }) => number,
};

/** The history is fetched anew whenever the balance has changed. */
export function CreditHistory({ credits }: { readonly credits: number }) {
  const { pages, error, isBusy, showOlder, tryAgain } = usePages({ ...MOVEMENTS, version: credits });
  if (pages === null && error === null) {
    return <LoadingRegion label="Loading the credit history" bars={['h-56 w-full']} />;
  }
  return (
    <div className="flex flex-col gap-4">
      {error !== null && (
        <Notice tone="bad">
          <p>We couldn’t load the credit history. {error.message}</p>
          <Button className="mt-3" busy={isBusy} onClick={tryAgain}>
            Try again
          </Button>
        </Notice>
      )}
      {pages !== null && (
        <Table
          caption="Credit history"
          columns={COLUMNS}
          rows={pages.items}
          rowKey={({ number }) => String(number)}
          empty={
            <EmptyState
              title="Nothing here yet"
              action={
                <Link to="/buy-credits" className={buttonClass()}>
                  Buy credits
                </Link>
              }
            >
              You’ll find every credit you receive or spend here.
            </EmptyState>
          }
        />
      )}
      {pages?.hasMore === true && error === null && (
        <Button busy={isBusy} onClick={showOlder} className="self-start max-sm:self-stretch">
          Show older
        </Button>
      )}
    </div>
  );
}

function What({ line }: { readonly line: CreditLine }) {
  const { what, name } = describeLine(line);
  return (
    <span className="line-clamp-3 font-[550] wrap-anywhere">
      {what}
      {name !== null && (
        <>
          : <bdi>{name}</bdi>
        </>
      )}
    </span>
  );
}

function Moment({ at }: { readonly at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{writeMoment(at)}</time>;
}

function Receipt({ line, paymentId }: { readonly line: CreditLine; readonly paymentId: string }) {
  return (
    <a
      href={api.receipt.replace(':paymentId', encodeURIComponent(paymentId))}
      download
      className="link inline-flex min-h-11 items-center gap-1.5 text-14 font-[650]"
    >
      <DownloadIcon className="size-4" /> Receipt
      <span className="sr-only"> of {writeMoment(line.at)}</span>
    </a>
  );
}

const WORDS: Readonly<Record<CreditKind, string>> = {
  welcome: 'Welcome gift',
  grant: 'Gift from Pushoff',
  purchase: 'Purchase',
  event: 'Event',
  racer: 'Racer',
  refund: 'Refund',
  adjustment: 'Adjustment',
};

/** The purpose of a movement: a word, and the name of what was paid for while it exists. */
function describeLine({ kind, subject }: CreditLine): { readonly what: string; readonly name: string | null } {
  return { what: WORDS[kind], name: subject };
}

/** Written with a true minus: a hyphen is easily overlooked before a figure. */
const describeAmount = (amount: number): string => (amount < 0 ? `−${-amount}` : `+${amount}`);
