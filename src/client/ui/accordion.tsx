import { type ReactNode, useId } from 'react';
import { ChevronIcon } from './tool-icons.tsx';

/** Native disclosure: it works before any script has loaded, and find-in-page opens the answer it looks for. */
export function Accordion({ items }: { items: readonly { question: string; answer: ReactNode }[] }) {
  const name = useId();
  return (
    <div className="border-t border-line">
      {items.map(({ question, answer }) => (
        <details key={question} name={name} className="accordion group border-b border-line">
          <summary className="flex min-h-14 items-center justify-between gap-4 rounded-bib py-4 text-18 font-[650] select-none">
            {question}
            <ChevronIcon className="size-5 text-ink-2 transition-[rotate] duration-200 group-open:rotate-180" />
          </summary>
          <div className="max-w-[65ch] pe-9 pb-5 text-16 text-ink-2">{answer}</div>
        </details>
      ))}
    </div>
  );
}
