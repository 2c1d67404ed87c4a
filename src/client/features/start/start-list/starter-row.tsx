import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { type Starter, startGroup } from '../../../../domain/schedule/order.ts';
import { MAX_BIB_LENGTH } from '../../../../protocol/limits.ts';
import { GripIcon } from '../../../ui/tool-icons.tsx';
import type { DragOrder } from './use-drag-order.ts';

export interface StarterRowProps {
  readonly starter: Starter;
  readonly place: number;
  readonly of: number;
  readonly time: string | null;
  readonly isHeld: boolean;
  /** The row above which the held row comes to lie. */
  readonly isTarget: boolean;
  readonly handle: ReturnType<DragOrder['handleProps']>;
  readonly menu: ReactNode;
  readonly onMove: (to: number) => void;
  readonly onBib: (bib: string | null) => void;
}

export function StarterRow(props: StarterRowProps) {
  const { starter, place, of, time, isHeld, isTarget, handle, menu, onMove, onBib } = props;

  const group = startGroup(starter);

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const to = place - 1 + step;
    if (to >= 0 && to < of) onMove(to);
  }

  return (
    <li
      data-racer={starter.racerId}
      className={`flex min-h-16 items-center gap-2 border-t-2 ${isTarget ? 'border-accent' : 'border-transparent'} ${isHeld ? 'bg-soft opacity-60' : ''}`}
    >
      <button
        type="button"
        {...handle}
        onKeyDown={onKeyDown}
        aria-label={`Move ${starter.name}, place ${place} of ${of}. Arrow keys move it.`}
        className="flex h-14 w-11 shrink-0 cursor-grab touch-none items-center justify-center rounded-button text-ink-2 hover:bg-soft"
      >
        <GripIcon />
      </button>
      <BibField key={starter.bib ?? ''} starter={starter} onBib={onBib} />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 leading-5 font-[650] wrap-anywhere">
          <bdi>{starter.name}</bdi>
        </p>
        <p className="digits flex gap-2 text-14 text-ink-2">
          {time !== null && <span className="shrink-0">{time}</span>}
          {group !== null && (
            <span className="truncate">
              <bdi>{group}</bdi>
            </span>
          )}
        </p>
      </div>
      {menu}
    </li>
  );
}

interface BibFieldProps {
  readonly starter: Starter;
  readonly onBib: (bib: string | null) => void;
}

function BibField({ starter, onBib }: BibFieldProps) {
  const [text, setText] = useState(starter.bib ?? '');
  function save(): void {
    const bib = text.trim() === '' ? null : text.trim();
    if (bib === starter.bib) return setText(starter.bib ?? '');
    onBib(bib);
    // A number that is refused goes back to the old one; an accepted one comes back with the event.
    setText(starter.bib ?? '');
  }
  return (
    <input
      aria-label={`Number of ${starter.name}`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={MAX_BIB_LENGTH}
      placeholder="No."
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
      className="digits min-h-12 w-16 shrink-0 rounded-bib border border-line-strong bg-card px-1 text-center text-20 font-[720] placeholder:text-14 placeholder:font-[450] placeholder:text-ink-2"
    />
  );
}
