import { type ReactNode, useRef } from 'react';
import { counted } from '../../../../domain/language.ts';
import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import type { GateStart } from '../../../../domain/schedule/gate.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { Button } from '../../../ui/button.tsx';
import { STEP } from './gate-buttons.tsx';
import { onNoClick } from '../../../timing/taps/fingers.ts';
import type { GateSteps, Together } from './use-gate-steps.ts';

const alone = (racer: EntryResult): Together => ({ racers: [racer], team: null });

/**
 * The racer to go, as large as the name allows; several only where the list has them at the same moment. Always two lines
 * high: a long name must not move the countdown.
 */
export function AtGate({ shown: { racers, team } }: { readonly shown: GateStart }) {
  const bib = racers.length === 1 && team === null ? racers[0]!.entry.bib : null;
  return (
    <div className="flex h-[min(4.75rem,18svh)] shrink-0 items-center gap-3" aria-live="polite">
      {bib !== null && (
        <Bib className="px-[0.25em] text-[min(2.75rem,11cqw,10svh)] leading-[1.3] font-[820]">{bib}</Bib>
      )}
      <p
        dir="auto"
        data-at-gate
        className="heading line-clamp-2 min-w-0 flex-1 text-[min(2rem,12cqw,7.5svh)] leading-[1.15] [overflow-wrap:anywhere]"
      >
        {team ?? racers.map(({ entry }) => entry.name).join(' · ')}
      </p>
    </div>
  );
}

export interface TogetherAtGateProps {
  readonly shown: GateStart;
  readonly isGoing: boolean;
  readonly steps: Pick<GateSteps, 'skip' | 'dns'>;
}

/** List of several racers at the gate, below the countdown: a wave of many must not push the countdown off the screen. */
export function TogetherAtGate({ shown: { racers, team }, isGoing, steps }: TogetherAtGateProps) {
  if (racers.length === 1 && team === null) return null;
  return (
    <ul aria-label="At the gate" className="divide-y divide-line">
      {racers.map((racer) => (
        <li key={racer.entry.racerId} className="flex h-18 items-center gap-2 py-1">
          <RacerName racer={racer} className="truncate text-20 font-[720]" />
          {!isGoing && (
            <>
              {/* A racer of a team goes with it: only the whole team can be skipped. */}
              {team === null && (
                <Button size="timing" className={`${STEP} min-w-16`} onClick={() => steps.skip(alone(racer))}>
                  Skip
                </Button>
              )}
              <Button size="timing" className={`${STEP} min-w-16`} onClick={() => steps.dns(alone(racer))}>
                DNS
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

export function NextRacers({ starts, timeZone }: { readonly starts: readonly GateStart[]; readonly timeZone: string }) {
  if (starts.length === 0) return null;
  return (
    <ol aria-label="Next" className="divide-y divide-line">
      {starts.map(({ at, racers, team }) => (
        <li key={racers[0]!.entry.racerId} className="flex h-9 items-center gap-3">
          {team === null ? (
            <RacerName racer={racers[0]!} className="truncate text-18">
              {racers.length > 1 && <span className="text-ink-2"> and {racers.length - 1} more</span>}
            </RacerName>
          ) : (
            <p className="min-w-0 flex-1 truncate text-18">
              <bdi>{team}</bdi> <span className="digits text-ink-2">{counted(racers.length, 'racer', 'racers')}</span>
            </p>
          )}
          {at !== null && (
            <span className="digits text-16 text-ink-2 @max-[10rem]:hidden">{formatTimeOfDay(at, timeZone)}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

export interface LateRacersProps {
  readonly late: readonly EntryResult[];
  readonly timeZone: string;
  readonly onSend: (racer: EntryResult, timeStamp: number) => void;
  readonly steps: Pick<GateSteps, 'skip' | 'dns'>;
}

/** Racers whose time has passed. Each can still be sent, get a later time, or be put down as not started. */
export function LateRacers({ late, timeZone, onSend, steps }: LateRacersProps) {
  if (late.length === 0) return null;
  return (
    <section aria-labelledby="gate-late" data-timing-area className="mt-3">
      <h2 id="gate-late" className="text-18 font-[720]">
        Missed their start
      </h2>
      <ul className="divide-y divide-line">
        {late.map((racer) => (
          <li key={racer.entry.racerId} className="py-2">
            <div className="flex h-10 items-center gap-3">
              <RacerName racer={racer} className="truncate text-18 font-[650]" />
              <span className="digits shrink-0 text-16 text-ink-2 @max-[14rem]:hidden">
                due {formatTimeOfDay(racer.entry.slot!.at!, timeZone)}
              </span>
            </div>
            <div className="grid h-16 grid-cols-[2fr_1fr_1fr] gap-2">
              <SendButton racer={racer} onSend={onSend} />
              <Button
                size="timing"
                className={STEP}
                aria-label={`Skip ${racer.entry.name}`}
                onClick={() => steps.skip(alone(racer))}
              >
                Skip
              </Button>
              <Button
                size="timing"
                className={STEP}
                aria-label={`DNS ${racer.entry.name}`}
                onClick={() => steps.dns(alone(racer))}
              >
                DNS
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * A finger that scrolls the list sends nobody, so the click decides, or the finger going where the browser sends no click;
 * the moment is that of the finger coming down.
 */
function SendButton({ racer, onSend }: { readonly racer: EntryResult } & Pick<LateRacersProps, 'onSend'>) {
  const down = useRef<number | null>(null);
  return (
    <Button
      size="timing"
      className={STEP}
      data-timing-button
      data-racer={racer.entry.racerId}
      data-line="start"
      aria-label={`Send ${racer.entry.name} now`}
      onPointerDown={({ pointerId, timeStamp }) => {
        down.current = timeStamp;
        onNoClick(pointerId, () => onSend(racer, timeStamp));
      }}
      onClick={({ detail, timeStamp }) => onSend(racer, detail === 0 ? timeStamp : (down.current ?? timeStamp))}
    >
      Send now
    </Button>
  );
}

export function RacerName(props: {
  readonly racer: EntryResult;
  readonly className: string;
  readonly children?: ReactNode;
}) {
  const { bib, name } = props.racer.entry;
  return (
    <>
      {bib !== null && <Bib className="px-2 text-16 font-[760]">{bib}</Bib>}
      <p className={`min-w-0 flex-1 ${props.className}`}>
        <bdi>{name}</bdi>
        {props.children}
      </p>
    </>
  );
}

function Bib({ className, children }: { readonly className: string; readonly children: string }) {
  return (
    <span className={`digits max-w-[40%] shrink-0 truncate rounded-bib bg-ink text-paper ${className}`}>
      {children}
    </span>
  );
}
