import type { ComponentProps } from 'react';
import { InfoIcon } from './icons.tsx';
import { type TooltipTopic, tooltipLabel } from './tooltip-texts.ts';

export interface InfoButtonProps extends ComponentProps<'button'> {
  topic: TooltipTopic;
}

/** The small (i) beside a label: 20 px to the eye, 44 px to the finger. */
export function InfoButton({ topic, ...rest }: InfoButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="-m-3 inline-flex size-11 shrink-0 items-center justify-center rounded-full align-middle text-ink-2 -outline-offset-6 hover:text-ink"
    >
      <InfoIcon />
      <span className="sr-only">{tooltipLabel(topic)}</span>
    </button>
  );
}
