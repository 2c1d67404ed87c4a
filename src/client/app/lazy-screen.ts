import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A chunk that did not arrive: a new release has replaced it, or the connection is gone. Reloading solves both. */
export class ScreenNotLoadedError extends Error {
  override readonly name = 'ScreenNotLoadedError';
}

export interface LazyScreen<Props extends object> {
  readonly Screen: LazyExoticComponent<ComponentType<Props>>;
  /** Loads ahead of need. A failure is ignored: the screen tries again when it is opened. */
  readonly preload: () => Promise<void>;
}

export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
  return {
    Screen: lazy(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        throw new ScreenNotLoadedError('A part of the app could not be loaded.', { cause });
      }
    }),
    preload: async () => {
      await load().catch(() => undefined);
    },
  };
}
