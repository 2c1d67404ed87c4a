/** The toasts on screen and their clocks, without a DOM. toast.tsx draws them. */

export const TOAST_MS = 3000;
/** A toast that offers something stays long enough for its button to be pressed. */
const OFFER_MS = 10_000;

/** More passing messages would cover the screen they report on. The oldest is removed, unless it offers an action. */
const MOST_PASSING = 3;

export interface ToastOptions {
  /** A toast replaces one on screen with the same id. Without an id, the same words do. */
  id?: string;
  tone?: 'neutral' | 'good' | 'bad';
  duration?: number | 'forever';
  action?: { label: string; onClick: () => void };
  /** The reader has closed the toast without taking the action. */
  onPutAway?: () => void;
}

export interface Toast {
  readonly id: string;
  /** Differs each time a toast is shown, so that a repeated message is a new element and is announced again. */
  readonly key: number;
  readonly message: string;
  readonly tone: 'neutral' | 'good' | 'bad';
  readonly duration: number | 'forever';
  readonly action?: { readonly label: string; readonly onClick: () => void } | undefined;
  readonly onPutAway?: (() => void) | undefined;
}

interface Countdown {
  remaining: number;
  since: number;
  timer: ReturnType<typeof setTimeout> | null;
}

export class ToastStore {
  #toasts: readonly Toast[] = [];
  #countdowns = new Map<string, Countdown>();
  #listeners = new Set<() => void>();
  #lastKey = 0;
  #paused = false;

  readonly list = (): readonly Toast[] => this.#toasts;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  show(message: string, options: ToastOptions = {}): string {
    const { tone = 'neutral', action, duration = action === undefined ? TOAST_MS : OFFER_MS, onPutAway } = options;
    const id = options.id ?? `${tone}:${message}`;
    this.#stopCountdown(id);
    const toast: Toast = { id, key: ++this.#lastKey, message, tone, duration, action, onPutAway };
    const others = this.#toasts.filter((other) => other.id !== id);
    const kept = duration === 'forever' ? others : this.#makeRoom(others);
    this.#publish([...kept, toast]);
    if (duration !== 'forever') this.#startCountdown(id, duration);
    return id;
  }

  dismiss(id: string): void {
    this.#stopCountdown(id);
    if (this.#toasts.some((toast) => toast.id === id)) this.#publish(this.#toasts.filter((toast) => toast.id !== id));
  }

  /** Called while a toast is hovered or focused: it is being read, or a finger is on its action. */
  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    for (const countdown of this.#countdowns.values()) {
      if (countdown.timer !== null) clearTimeout(countdown.timer);
      countdown.timer = null;
      countdown.remaining -= Date.now() - countdown.since;
    }
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    for (const [id, { remaining }] of this.#countdowns) this.#startCountdown(id, Math.max(0, remaining));
  }

  #makeRoom(toasts: readonly Toast[]): readonly Toast[] {
    const passing = toasts.filter((toast) => toast.duration !== 'forever' && !toast.action);
    const leaving = new Set(passing.slice(0, Math.max(0, passing.length - MOST_PASSING + 1)).map((toast) => toast.id));
    for (const id of leaving) this.#stopCountdown(id);
    return toasts.filter((toast) => !leaving.has(toast.id));
  }

  #startCountdown(id: string, remaining: number): void {
    const timer = this.#paused ? null : setTimeout(() => this.dismiss(id), remaining);
    this.#countdowns.set(id, { remaining, since: Date.now(), timer });
  }

  #stopCountdown(id: string): void {
    const countdown = this.#countdowns.get(id);
    if (countdown && countdown.timer !== null) clearTimeout(countdown.timer);
    this.#countdowns.delete(id);
  }

  #publish(toasts: readonly Toast[]): void {
    this.#toasts = toasts;
    // With the last toast gone the pointer has nothing to leave, so nothing would ever resume.
    if (toasts.length === 0) this.#paused = false;
    for (const listener of this.#listeners) listener();
  }
}
