import { stopNow } from '../../../domain/model/stops.ts';
import { LONGEST_GRACE_MS, readGate } from '../../../domain/schedule/gate.ts';
import { formatClock } from '../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import { durationMs } from '../../../domain/units.ts';
import { Frame, Lost, Racer, type ScreenProps } from './screen-parts.tsx';

/** The clock at the start: the time of day as every phone of the event has it, and who goes next. */
export function ClockScreen({ event, at, settings, isConnected }: ScreenProps) {
  const { going, toGo, next, hasTimes } = readGate(event, at);
  const called = going ?? toGo;
  const left = called?.at == null ? null : called.at - at;
  // The last racer of the list may never come: 'GO' would stay on the wall.
  const due = left !== null && left < -LONGEST_GRACE_MS ? null : called;
  const stop = stopNow(event);
  return (
    <Frame settings={settings} className="items-center justify-center text-center">
      <p aria-label="Time of day" className="text-[min(22vw,44vh)] leading-none font-[760]">
        {formatTimeOfDay(at, event.timeZone)}
      </p>
      {stop !== null && (
        <p
          role="alert"
          className="mt-[0.4em] rounded-[0.2em] bg-danger px-[0.4em] text-[2.4em] font-[820] text-on-danger"
        >
          Race stopped
        </p>
      )}
      {stop === null && hasTimes && due !== null && (
        <>
          <p className="mt-[0.5em] flex max-w-full items-baseline justify-center gap-[0.5em] text-[1.8em] font-[720]">
            <Racer entry={due.racers[0]!.entry} />
            {due.racers.length > 1 && <span>+{due.racers.length - 1}</span>}
            <span className={left !== null && left <= 10_000 ? 'rounded-bib bg-accent px-[0.3em] text-on-accent' : ''}>
              {left !== null && (left > 0 ? formatClock(durationMs(left)) : 'GO')}
            </span>
          </p>
          <ul className="mt-[0.4em] max-w-full text-(--fg-2)">
            {next.map((start) => (
              <li key={start.racers[0]!.entry.racerId} className="flex justify-center gap-[0.75em]">
                <span>{start.at !== null && formatTimeOfDay(start.at, event.timeZone)}</span>
                <Racer entry={start.racers[0]!.entry} />
                {start.racers.length > 1 && <span>+{start.racers.length - 1}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="absolute end-[1em] bottom-[0.75em]">
        <Lost isConnected={isConnected} />
      </p>
    </Frame>
  );
}
