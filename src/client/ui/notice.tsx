import type { ReactNode } from 'react';
import { CheckIcon, InfoIcon, WarningIcon } from './icons.tsx';

export interface NoticeProps {
  tone: 'info' | 'good' | 'bad';
  children: ReactNode;
  className?: string | undefined;
}

const LOOKS = {
  info: { icon: InfoIcon, colour: 'text-ink-2', edge: 'border-line' },
  good: { icon: CheckIcon, colour: 'text-good', edge: 'border-good' },
  bad: { icon: WarningIcon, colour: 'text-danger', edge: 'border-danger' },
};

/** A message about the part of the page it stands in. Bad news is read out at once. */
export function Notice({ tone, children, className = '' }: NoticeProps) {
  const { icon: ToneIcon, colour, edge } = LOOKS[tone];
  return (
    <div
      {...(tone === 'bad' ? { role: 'alert' } : {})}
      className={`flex items-start gap-3 rounded-button border bg-card px-4 py-3 text-16 text-ink ${edge} ${className}`}
    >
      <ToneIcon className={`mt-0.5 size-5 ${colour}`} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
