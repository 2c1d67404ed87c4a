import type { ReactNode } from 'react';

/** Starts that could be of two racers, by their taps: a press on the right racer names the start. */
export function UnnamedStarts({ chips }: { readonly chips: ReadonlyMap<string, ReactNode> }) {
  if (chips.size === 0) return null;
  return (
    <section aria-labelledby="gate-unnamed" className="mt-6">
      <h2 id="gate-unnamed" className="text-18 font-[720]">
        Starts without a name
      </h2>
      <ul className="divide-y divide-line">
        {[...chips].map(([tapId, chip]) => (
          <li key={tapId} className="flex min-h-14 items-center">
            {chip}
          </li>
        ))}
      </ul>
    </section>
  );
}
