import type { ReactNode } from 'react';
import { CheckIcon, InfoIcon, WarningIcon } from '../../../ui/icons.tsx';

const LOOKS = {
  good: { Icon: CheckIcon, colour: 'text-good', word: 'Good' },
  wait: { Icon: InfoIcon, colour: 'text-ink-2', word: 'Check' },
  bad: { Icon: WarningIcon, colour: 'text-danger', word: 'Fix' },
};

export interface CheckRowProps {
  readonly state: keyof typeof LOOKS;
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
}

export function CheckRow({ state, title, text, action }: CheckRowProps) {
  const { Icon, colour, word } = LOOKS[state];
  return (
    <li className="flex flex-col gap-2 rounded-card border border-line bg-card p-3">
      <div className="flex items-start gap-3">
        <Icon className={`mt-0.5 size-5 shrink-0 ${colour}`} />
        <div className="min-w-0 flex-1">
          <p className="font-[650]">
            {title} <span className="sr-only">{word}</span>
          </p>
          <p className="digits text-14 text-ink-2">{text}</p>
        </div>
      </div>
      {action}
    </li>
  );
}
