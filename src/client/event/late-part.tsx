import { type ComponentType, createElement, useEffect, useState } from 'react';
import { useAlert } from '../ui/alert-dialog.tsx';
import { useStable } from '../ui/use-stable.ts';

export interface LateCode<Code> {
  /** Loads ahead of need, so that the part opens at once, and still opens when the signal goes. */
  readonly preload: () => Promise<void>;
  /** For a page that is whole without it: null until it is there. Loaded once it is wanted. */
  readonly useLoaded: (isWanted: boolean, onMissing?: () => void) => Code | null;
}

export interface LatePart<Props extends object> extends LateCode<ComponentType<Props>> {
  readonly Part: ComponentType<Props>;
}

const nothing = () => undefined;

/** Code that is loaded apart from its page. The page computes with it as it draws: nothing has to be handed up to it. */
export function lateCode<Code>(load: () => Promise<Code>): LateCode<Code> {
  let loaded: Code | null = null;
  const get = async () => (loaded ??= await load());

  function useLoaded(isWanted: boolean, onMissing: () => void = nothing): Code | null {
    const [code, setCode] = useState(() => loaded);
    const tellMissing = useStable(onMissing);
    useEffect(() => {
      if (code !== null || !isWanted) return;
      let isOver = false;
      get().then(
        (found) => {
          if (!isOver) setCode(() => found);
        },
        () => {
          if (!isOver) tellMissing();
        },
      );
      return () => {
        isOver = true;
      };
    }, [code, isWanted, tellMissing]);
    return isWanted ? code : null;
  }

  return {
    useLoaded,
    preload: async () => {
      await get().catch(() => undefined);
    },
  };
}

/**
 * A part of the page that viewers have no use for, loaded apart from it. A part that did not arrive says so, and is
 * requested again the next time: the board around it stays as it is. A part that is a whole page shows `Waiting`.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType,
): LatePart<Props> {
  const code = lateCode(load);

  function Part(props: Props & { readonly onClose?: () => void }) {
    const { alert } = useAlert();
    const { onClose } = props;
    const Loaded = code.useLoaded(true, () => {
      if (onClose === undefined) return;
      onClose();
      void alert('This part of the page did not arrive. Check your connection and try again.');
    });
    if (Loaded !== null) return createElement(Loaded, props);
    return Waiting ? createElement(Waiting) : null;
  }

  return { ...code, Part };
}
