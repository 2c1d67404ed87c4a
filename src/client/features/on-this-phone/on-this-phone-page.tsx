import { useEffect, useState } from 'react';
import { useSite } from '../../session/viewer.ts';
import { CheckCard } from './check-card.tsx';
import { checks } from './checks.ts';
import { type Device, describeDevice, writeReport } from './report.ts';
import { ReportPart } from './report-part.tsx';
import { useChecks } from './use-checks.ts';

/** What no test on a server can show: what this phone's camera, clock and disk do. */
export function OnThisPhonePage() {
  const { supportEmail } = useSite();
  const { outcomes, running, start, stop } = useChecks();
  const device = useDevice();
  const done = Object.keys(outcomes).length;
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <div className="page flex max-w-3xl flex-col gap-6 py-8 sm:py-12">
      <header>
        <h1 className="heading text-32 sm:text-44">On this phone</h1>
        <p className="mt-2 max-w-[60ch] text-18 text-pretty text-ink-2">
          Ten checks of what this phone can do at a race, most of them for the camera at the finish. Each starts when
          you press its button, and takes a few seconds.
        </p>
        <p className="digits mt-3 font-[650]" aria-live="polite">{`${done} of ${checks.length} done`}</p>
      </header>
      <ol className="flex flex-col gap-3">
        {checks.map((check, index) => (
          <CheckCard
            key={check.id}
            check={check}
            number={index + 1}
            outcome={outcomes[check.id]}
            running={running}
            onStart={() => void start(check)}
            onStop={stop}
          />
        ))}
      </ol>
      {done > 0 && device !== null && (
        <ReportPart report={writeReport(device, today, outcomes)} address={supportEmail} />
      )}
    </div>
  );
}

function useDevice(): Device | null {
  const [device, setDevice] = useState<Device | null>(null);
  useEffect(() => {
    void describeDevice().then(setDevice);
  }, []);
  return device;
}
