import { useId } from 'react';

export interface Progress {
  readonly done: number;
  readonly all: number;
}

export function AddingProgress({ progress: { done, all } }: { readonly progress: Progress }) {
  const id = useId();
  return (
    <div>
      <p id={id} className="digits text-18 font-[720]">
        Adding {done} of {all}
      </p>
      <progress aria-labelledby={id} max={all} value={done} className="mt-2 h-3 w-full accent-ink" />
      <p className="mt-2 text-14 text-ink-2">You may close this. We add them anyway.</p>
    </div>
  );
}
