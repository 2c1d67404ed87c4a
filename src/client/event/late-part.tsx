import { type ComponentType, createElement, useEffect, useState } from 'react';
import { useAlert } from '../ui/alert-dialog.tsx';

export interface LatePart<Props extends object> {
  readonly Part: ComponentType<Props>;
  /** Loads ahead of need, so that the part opens at once, and still opens when the signal goes. */
  readonly preload: () => Promise<void>;
  /** The part itself, for a page that is whole without it; null until it is there. Loaded once it is wanted. */
  readonly useLoaded: (isWanted: boolean) => ComponentType<Props> | null;
}

/**
 * A part of the page that viewers have no use for, loaded apart from it. A part that did not arrive says so, and is
 * requested again the next time: the board around it stays as it is. A part that is a whole page shows `Waiting`.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType,
): LatePart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const get = async () => (loaded ??= await load());

  function Part(props: Props & { readonly onClose?: () => void }) {
    const { alert } = useAlert();
    const [Loaded, setLoaded] = useState(() => loaded);
    const { onClose } = props;
    useEffect(() => {
      if (Loaded !== null) return;
      let isOver = false;
      get().then(
        (component) => {
          if (!isOver) setLoaded(() => component);
        },
        () => {
          if (isOver || onClose === undefined) return;
          onClose();
          void alert('This part of the page did not arrive. Check your connection and try again.');
        },
      );
      return () => {
        isOver = true;
      };
    }, [Loaded, onClose, alert]);
    if (Loaded !== null) return createElement(Loaded, props);
    return Waiting ? createElement(Waiting) : null;
  }

  function useLoaded(isWanted: boolean): ComponentType<Props> | null {
    const [Loaded, setLoaded] = useState(() => loaded);
    useEffect(() => {
      if (Loaded !== null || !isWanted) return;
      let isOver = false;
      void get().then(
        (component) => {
          if (!isOver) setLoaded(() => component);
        },
        () => undefined,
      );
      return () => {
        isOver = true;
      };
    }, [Loaded, isWanted]);
    return isWanted ? Loaded : null;
  }

  return {
    Part,
    useLoaded,
    preload: async () => {
      await get().catch(() => undefined);
    },
  };
}
