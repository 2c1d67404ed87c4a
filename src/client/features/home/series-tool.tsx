import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';

export function SeriesTool() {
  return (
    <section
      aria-labelledby="series-tool"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-line bg-card p-5 shadow-card sm:p-6"
    >
      <div className="min-w-0 max-w-[46ch] flex-1 basis-72">
        <h2 id="series-tool" className="heading text-24">
          Series
        </h2>
        <p className="mt-1 text-ink-2">
          Join your events to a league or a season: points, best results, standings that move while a race is on.
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        <Link to="/coach" className={`${buttonClass({ variant: 'quiet' })} max-sm:w-full`}>
          Coach: who gets faster
        </Link>
        <Link to="/series" className={`${buttonClass()} max-sm:w-full`}>
          Open series
        </Link>
      </div>
    </section>
  );
}
