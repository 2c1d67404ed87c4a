import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTopModal } from './top-modal.ts';

const UNDO_MS = 10_000;

export interface Undoable {
  readonly message: string;
  readonly undo: () => void;
  /** Another way to put the step right. */
  readonly more?: { readonly label: string; readonly run: () => void };
}

export interface Shown extends Undoable {
  /** Differs each time, so that the same words again are a new element and are announced again. */
  readonly key: number;
}

let shown: Shown | null = null;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: Shown | null): void {
  clearTimeout(timer);
  shown = next;
  if (next !== null) timer = setTimeout(() => set(null), UNDO_MS);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Offers to take the last step back, for ten seconds. A later step replaces it: the history knows the others. The returned
 * function withdraws the offer where it still stands: the step was refused.
 */
export function showUndo(step: Undoable): () => void {
  const key = ++count;
  set({ ...step, key });
  return () => {
    if (shown?.key === key) set(null);
  };
}

/** Takes back the step in the bar; false when there is none. */
export function undoLast(): boolean {
  const step = shown;
  if (step === null) return false;
  set(null);
  step.undo();
  return true;
}

/** The step that can be taken back now, for a screen that shows it in a place of its own. */
export function useUndoStep(): Shown | null {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
}

let hosts = 0;

/** While a screen shows the step itself, the bar appears over dialogs only. */
export function hostUndo(): () => void {
  hosts += 1;
  for (const listener of listeners) listener();
  return () => {
    hosts -= 1;
    for (const listener of listeners) listener();
  };
}

// Below the toasts. Over a dialog the bar comes from the top, because a dialog's buttons are at its bottom. There it leaves the
// corner free in which a tall dialog has its ×. On a desk it stands beside the dialog, and covers none of its times.
const REGION =
  'pointer-events-none fixed inset-x-3 top-auto bottom-[calc(12px+env(safe-area-inset-bottom)+var(--bottom-bar))] m-0 ' +
  'flex w-auto justify-center overflow-visible border-0 bg-transparent p-0 ' +
  'in-[dialog]:top-[calc(84px+env(safe-area-inset-top))] max-sm:in-[dialog]:top-[calc(12px+env(safe-area-inset-top))] in-[dialog]:bottom-auto ' +
  'max-sm:in-[dialog]:end-18 sm:in-[dialog]:inset-x-24 ' +
  'xl:in-[dialog]:start-6 xl:in-[dialog]:end-auto xl:in-[dialog]:top-auto xl:in-[dialog]:bottom-6 xl:in-[dialog]:w-80';

export function UndoBar() {
  const step = useUndoStep();
  const isHosted = useSyncExternalStore(
    subscribe,
    () => hosts > 0,
    () => false,
  );
  const modal = useTopModal();
  if (isHosted && !modal) return null;
  return modal ? createPortal(<Region key="modal" step={step} />, modal) : <Region key="page" step={step} />;
}

function Region({ step }: { readonly step: Shown | null }) {
  const region = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = region.current;
    if (element && 'showPopover' in element) element.showPopover();
  }, []);
  return (
    <section ref={region} popover="manual" aria-label="Undo" className={REGION}>
      {/* A status region is only heard if it was there before its words came. */}
      <div role="status" className="w-full max-w-xl in-[dialog]:sm:max-w-92">
        {step && (
          <div
            key={step.key}
            data-undo-bar
            className="pointer-events-auto flex min-h-14 animate-rise items-center gap-3 rounded-card bg-inverse py-1 pe-2 ps-4 text-on-inverse shadow-float"
          >
            <p className="line-clamp-2 min-w-0 flex-1 text-16 font-[550] wrap-anywhere">{step.message}</p>
            <button
              type="button"
              onClick={undoLast}
              className="min-h-12 shrink-0 rounded-bib px-4 text-16 font-[720] text-inverse-good max-sm:in-[dialog]:px-2"
            >
              Undo
            </button>
          </div>
        )}
      </div>
    </section>
  );
}
