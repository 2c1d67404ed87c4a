import type { Entry } from '../../../../domain/events/state.ts';

const EMPTY_ROWS = 40;

export interface PaperSheetProps {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** On paper only: the racers to tick off, and a grid for numbers and times as they come. */
export function PaperSheet({ name, entries }: PaperSheetProps) {
  return (
    <div className="hidden text-14 text-black print:block">
      <h2 className="text-20 font-[720]">{name}</h2>
      <p className="mb-3">Line: ______________ Timekeeper: ______________ Clock checked at: ______________</p>
      <table className="mb-6 w-full border-collapse">
        <thead>
          <tr>
            <Head>No.</Head>
            <Head>Racer</Head>
            <Head>Start</Head>
            <Head>Finish</Head>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.racerId} className="break-inside-avoid">
              <Cell>{entry.bib}</Cell>
              <Cell>{entry.name}</Cell>
              <Cell />
              <Cell />
            </tr>
          ))}
        </tbody>
      </table>
      <table className="w-full border-collapse break-before-page">
        <thead>
          <tr>
            <Head>No.</Head>
            <Head>Time (hh:mm:ss.t)</Head>
            <Head>No.</Head>
            <Head>Time (hh:mm:ss.t)</Head>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: EMPTY_ROWS }, (_, row) => (
            <tr key={row} className="h-7 break-inside-avoid">
              <Cell />
              <Cell />
              <Cell />
              <Cell />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({ children }: { readonly children: string }) {
  return <th className="border border-black px-2 py-1 text-left">{children}</th>;
}

function Cell({ children }: { readonly children?: string | null }) {
  return <td className="h-7 border border-black px-2 py-1">{children}</td>;
}
