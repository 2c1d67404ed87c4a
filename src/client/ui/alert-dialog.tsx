import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';

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

/** One alert, as it is shown. */
export interface Question {
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

export interface AlertProviderProps {
  /** Shows one question; on the viewer's page it is loaded after the board. */
  readonly Dialog: ComponentType<{ readonly question: Question }>;
  readonly children: ReactNode;
}

/** Alerts wait in a queue: each is shown alone, in the order in which they were raised, and none is lost. */
export function AlertProvider({ Dialog, children }: AlertProviderProps) {
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
      {current && <Dialog key={current.key} question={current} />}
    </AlertContext>
  );
}
