import { type FocusEvent, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { CheckIcon, CloseIcon, WarningIcon } from './icons.tsx';
import { type Toast, type ToastOptions, ToastStore } from './toast-store.ts';
import { useTopModal } from './top-modal.ts';

export type { ToastOptions } from './toast-store.ts';

const store = new ToastStore();
const NONE: readonly Toast[] = [];

/** Returns the id, for `dismissToast`. */
export const showToast = (message: string, options?: ToastOptions): string => store.show(message, options);

export function dismissToast(id: string): void {
  store.dismiss(id);
}

// Toasts keep above the undo bar (`data-undo-bar`). Over a dialog they come from the top instead, because its
// buttons are at the bottom: one under the pointer would stay and cover them. Over a sheet they leave the corner of its × free; on a screen with timing buttons too, and there they let taps through (styles.css).
const REGION =
  'pointer-events-none fixed inset-x-4 top-auto bottom-[calc(16px+env(safe-area-inset-bottom)+var(--undo-bar)+var(--bottom-bar))] ' +
  'm-0 flex w-auto flex-col overflow-visible border-0 bg-transparent p-0 sm:inset-x-auto sm:end-6 sm:w-96 ' +
  'in-[dialog]:bottom-auto max-sm:in-[dialog]:top-[calc(16px+env(safe-area-inset-top)+var(--undo-bar))] ' +
  'max-sm:in-[dialog]:end-18 sm:in-[dialog]:top-4 sm:in-[dialog]:inset-x-24 sm:in-[dialog]:mx-auto ' +
  'sm:in-[dialog]:w-auto sm:in-[dialog]:max-w-96';

export function Toaster() {
  const toasts = useSyncExternalStore(store.subscribe, store.list, () => NONE);
  const modal = useTopModal();
  // A new key for each parent: the region has to enter the top layer anew, above the dialog it now belongs to.
  return modal ? createPortal(<Region key="modal" toasts={toasts} />, modal) : <Region key="page" toasts={toasts} />;
}

function Region({ toasts }: { toasts: readonly Toast[] }) {
  const region = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    const element = region.current;
    // Without popovers the region is a fixed element.
    if (element && 'showPopover' in element) element.showPopover();
    return () => store.resume();
  }, []);

  const resumeUnlessInside = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) store.resume();
  };

  return (
    <section
      ref={region}
      popover="manual"
      data-toasts
      aria-label="Notifications"
      className={REGION}
      onPointerEnter={() => store.pause()}
      onPointerLeave={() => store.resume()}
      onFocus={() => store.pause()}
      onBlur={resumeUnlessInside}
    >
      <div className="flex flex-col gap-2">
        {toasts
          .filter((toast) => toast.tone === 'bad')
          .map((toast) => (
            <div key={toast.key} role="alert">
              <ToastCard toast={toast} />
            </div>
          ))}
      </div>
      {/* A status region is only heard if it was there before its words came, so this one always is. */}
      <div role="status" aria-atomic="false" className="flex flex-col gap-2 not-empty:mt-2">
        {toasts
          .filter((toast) => toast.tone !== 'bad')
          .map((toast) => (
            <ToastCard key={toast.key} toast={toast} />
          ))}
      </div>
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, tone, message, action, duration, onPutAway } = toast;
  const dismiss = () => {
    store.dismiss(id);
    // The button under the pointer is removed, and a removed element reports neither blur nor leave.
    store.resume();
  };
  const buttonClass = 'flex min-h-11 shrink-0 items-center rounded-bib px-3 text-16 font-[720]';
  return (
    <div
      data-toast={id}
      className="pointer-events-auto flex min-h-14 animate-rise items-center gap-3 rounded-card border border-on-inverse/20 bg-inverse py-1.5 pe-2 ps-4 text-on-inverse shadow-float"
    >
      {tone === 'good' && <CheckIcon className="size-5 text-inverse-good" />}
      {tone === 'bad' && <WarningIcon className="size-5 text-inverse-bad" />}
      <p className="min-w-0 flex-1 py-2 pe-2 text-16 font-[550]">{message}</p>
      {action && (
        <button
          type="button"
          className={`${buttonClass} text-inverse-good`}
          onClick={() => {
            dismiss();
            action.onClick();
          }}
        >
          {action.label}
        </button>
      )}
      {duration === 'forever' && (
        <button
          type="button"
          className={`${buttonClass} w-11 justify-center px-0`}
          onClick={() => {
            dismiss();
            onPutAway?.();
          }}
        >
          <CloseIcon />
          <span className="sr-only">Dismiss</span>
        </button>
      )}
    </div>
  );
}
