import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { CopyIcon } from '../../ui/tool-icons.tsx';
import type { Example } from './examples.ts';

/** Reachable by the arrow keys, because long lines scroll sideways. */
const REACHABLE = { tabIndex: 0, role: 'region' } as const;

export function CodeExample({ example: { id, title, language, code } }: { readonly example: Example }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => setIsCopied(await copyText(code));
  return (
    <figure aria-labelledby={`${id}-example`} className="mt-4 overflow-hidden rounded-card border border-line bg-card">
      <figcaption className="flex min-h-14 items-center justify-between gap-x-4 border-b border-line ps-4 pe-1">
        <span id={`${id}-example`} className="min-w-0 flex-1 py-2 font-[650]">
          {title}
        </span>
        <span className="flex shrink-0 items-center gap-2 text-14 text-ink-2">
          <span className="max-sm:hidden">{language}</span>
          <Button variant="quiet" onClick={() => void copy()} aria-label={`Copy: ${title}`} className="px-3!">
            {isCopied ? <CheckIcon /> : <CopyIcon />}
            <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
          </Button>
        </span>
      </figcaption>
      <pre
        dir="ltr"
        {...REACHABLE}
        aria-labelledby={`${id}-example`}
        className="max-h-[32rem] overflow-auto p-4 text-14 leading-relaxed [font-family:ui-monospace,monospace]"
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}
