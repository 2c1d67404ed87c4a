import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { keepTrying } from '../loading/keep-trying.ts';
import { createObserved } from '../sync/observable.ts';
import { useAlert } from '../ui/alert-dialog.tsx';
import { useStable } from '../ui/use-stable.ts';

export interface LateCode<Code> {
  readonly load: () => Promise<Code>;
  /** Loads ahead of need, so that the part opens at once, and still opens when the signal goes. */
  readonly preload: () => Promise<void>;
  /**
   * Null until it is there, which is asked for once it is wanted. What did not arrive is asked for until it does, or
   * `onMissing` hears of it once.
   */
  readonly useLoaded: (isWanted: boolean, onMissing?: () => void) => Code | null;
}

export interface LatePart<Props extends object> extends LateCode<ComponentType<Props>> {
  readonly Part: ComponentType<Props & { readonly waiting?: ReactNode }>;
}

/**
 * Number of parts that did not arrive and are asked for again: the page around them goes on, and says that something is
 * lacking.
 */
export const lackingParts = createObserved(0);

/** Code that is loaded apart from its page. The page computes with it as it draws: nothing has to be handed up to it. */
export function lateCode<Code>(load: () => Promise<Code>): LateCode<Code> {
  let loaded: Code | null = null;
  const loadOnce = async () => (loaded ??= await load());

  function useLoaded(isWanted: boolean, onMissing?: () => void): Code | null {
    const [code, setCode] = useState(() => loaded);
    const tellMissing = useStable(() => onMissing?.());
    const isAskedOnce = onMissing !== undefined;
    useEffect(() => {
      if (code !== null || !isWanted) return;
      let isOver = false;
      let lacking = 0;
      const count = (next: 0 | 1) => {
        lackingParts.set(lackingParts.getSnapshot() + next - lacking);
        lacking = next;
      };
      const onFailure = () => {
        isOver = isAskedOnce;
        if (isAskedOnce) tellMissing();
        else count(1);
      };
      void keepTrying(loadOnce, () => isOver, onFailure).then((found) => {
        if (found !== null && !isOver) setCode(() => found);
      });
      return () => {
        isOver = true;
        count(0);
      };
    }, [code, isWanted, isAskedOnce, tellMissing]);
    return isWanted ? code : null;
  }

  return {
    load: loadOnce,
    useLoaded,
    preload: async () => {
      await loadOnce().catch(() => undefined);
    },
  };
}

/**
 * A part of the page that viewers have no use for, loaded apart from it: the board around it stays as it is. A part that can
 * be closed says that it did not arrive, and is requested again the next time; any other is requested until it arrives.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  const code = lateCode(load);

  function Part({ waiting = null, ...rest }: Props & { readonly waiting?: ReactNode; readonly onClose?: () => void }) {
    const { alert } = useAlert();
    const { onClose } = rest;
    const sayMissing = () => {
      onClose?.();
      void alert('This part of the page didn’t arrive. Check your connection and try again.');
    };
    const Loaded = code.useLoaded(true, onClose && sayMissing);
    return Loaded === null ? waiting : createElement(Loaded, rest as unknown as Props);
  }

  return { ...code, Part };
}
