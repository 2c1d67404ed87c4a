import { createContext, type ReactNode, useCallback, useContext, useId, useMemo, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';

export interface ConfirmOptions {
  title?: string;
  message: string;
  confirmLabel: string;
  danger?: boolean;
  /** The Enter key gives the harmless answer: a second Enter, a moment after the first, must not be charged. */
  cautious?: boolean;
  cancelLabel?: string;
}

export interface Alerts {
  alert: (message: string, options?: { title?: string }) => Promise<void>;
  confirm: (options: ConfirmOptions) => Promise<boolean>;
}

interface Question {
  readonly key: number;
  readonly title?: string | undefined;
  readonly message: string;
  readonly confirmLabel: string;
  /** Absent for an alert: there is nothing to decide. */
  readonly cancelLabel?: string | undefined;
  readonly danger: boolean;
  readonly cautious: boolean;
  readonly answer: (confirmed: boolean) => void;
}

const AlertContext = createContext<Alerts | null>(null);

export function useAlert(): Alerts {
  const alerts = useContext(AlertContext);
  if (!alerts) throw new Error('useAlert needs an AlertProvider above it.');
  return alerts;
}

/** Alerts wait in a queue: each is shown alone, in the order in which they were raised, and none is lost. */
export function AlertProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly Question[]>([]);
  const lastKey = useRef(0);

  const ask = useCallback(
    (question: Omit<Question, 'key' | 'answer'>) =>
      new Promise<boolean>((resolve) => {
        const key = ++lastKey.current;
        const answer = (confirmed: boolean) => {
          setQueue((waiting) => waiting.filter((other) => other.key !== key));
          resolve(confirmed);
        };
        setQueue((waiting) => [...waiting, { ...question, key, answer }]);
      }),
    [],
  );

  const alerts = useMemo<Alerts>(
    () => ({
      alert: async (message, options) => {
        await ask({ title: options?.title, message, confirmLabel: 'OK', danger: false, cautious: false });
      },
      confirm: ({ danger = false, cautious = danger, cancelLabel = 'Cancel', ...rest }) =>
        ask({ ...rest, danger, cautious, cancelLabel }),
    }),
    [ask],
  );

  const current = queue[0];
  return (
    <AlertContext value={alerts}>
      {children}
      {current && <QuestionDialog key={current.key} question={current} />}
    </AlertContext>
  );
}

function QuestionDialog({ question }: { question: Question }) {
  const { title, message, confirmLabel, cancelLabel, danger, cautious, answer } = question;
  const id = useId();
  const messageId = `${id}-message`;
  const titleId = `${id}-title`;
  return (
    <Modal
      role="alertdialog"
      onDismiss={() => answer(cancelLabel === undefined)}
      aria-labelledby={title ? titleId : messageId}
      {...(title ? { 'aria-describedby': messageId } : {})}
      className="fixed inset-0 m-0 open:flex h-dvh max-h-none w-full max-w-none items-center justify-center bg-transparent p-4"
    >
      <div className="max-h-full w-full max-w-md animate-rise overflow-y-auto rounded-board border border-line bg-card p-6 text-ink shadow-float">
        {title && (
          <h2 id={titleId} className="heading mb-2 text-24">
            {title}
          </h2>
        )}
        <p id={messageId} className={`whitespace-pre-line ${title ? 'text-16 text-ink-2' : 'text-18 font-[550]'}`}>
          {message}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          {/* Where something is destroyed or charged, the Enter key gives the harmless answer. */}
          {cancelLabel !== undefined && (
            <Button onClick={() => answer(false)} {...(cautious ? { 'data-autofocus': '' } : {})}>
              {cancelLabel}
            </Button>
          )}
          <Button
            variant={danger ? 'danger' : 'primary'}
            onClick={() => answer(true)}
            {...(cautious ? {} : { 'data-autofocus': '' })}
          >
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
