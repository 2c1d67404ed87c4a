import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';

export function AnalysisTool() {
  return (
    <section
      aria-labelledby="analysis-tool"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-line bg-card p-5 shadow-card sm:p-6"
    >
      <div className="min-w-0 max-w-[46ch] flex-1 basis-72">
        <h2 id="analysis-tool" className="heading text-24">
          Video and telemetry
        </h2>
        <p className="mt-1 text-ink-2">
          Drop a GoPro video or the GPX, FIT or CSV file of a run. Compare two, and see where the time went.
        </p>
      </div>
      <Link to="/analysis" className={`${buttonClass()} max-sm:w-full`}>
        Open analysis
      </Link>
    </section>
  );
}
