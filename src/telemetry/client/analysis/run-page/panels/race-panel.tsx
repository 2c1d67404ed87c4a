import { useEffect, useRef } from 'react';
import { Button } from '../../../../../client/ui/button.tsx';
import { Link } from '../../../../../client/ui/link.tsx';
import { ChevronIcon } from '../../../../../client/ui/tool-icons.tsx';
import { showUndo } from '../../../../../client/ui/undo-bar.tsx';
import { comparePath } from '../../compare-path.ts';
import type { Span } from '../../../../../client/ui/plot/plot.ts';
import { Panel } from '../panel.tsx';
import { useOpenRun } from '../run-context.ts';
import { useRivals } from '../../race-result/use-rivals.ts';
import { type RaceResult, useRaceResult } from '../../race-result/use-race-result.ts';

/** The result that a run is attached to. The run is shown from start to finish, until the user asks for more. */
export function RacePanel() {
  const { run } = useOpenRun();
  const result = useRaceResult(run.details);
  if (result === null || result.kind === 'loading') return null;
  return (
    <Panel title="Race" tools={run.role === 'owner' && <Detach />}>
      <div className="flex flex-col gap-3">
        {result.kind === 'unseen' ? (
          <p className="text-ink-2">This run belongs to a race that isn’t open to you.</p>
        ) : (
          <Attached result={result} />
        )}
      </div>
    </Panel>
  );
}

type Seen = Exclude<RaceResult, { readonly kind: 'loading' | 'unseen' }>;

function Attached({ result }: { readonly result: Seen }) {
  const { run, model, section, setSection, cursor } = useOpenRun();
  const rivals = useRivals(run.details.race, run.id);
  const race = result.kind === 'result' && result.cut.kind === 'cut' ? clip(result.cut, model.span) : null;
  const isShown = race !== null && section !== null && isSame(section, race);
  const show = (span: Span | null) => {
    setSection(span);
    if (span !== null) cursor.set(span.from, 'race');
  };
  const wasShown = useRef(false);
  useEffect(() => {
    if (race === null || wasShown.current) return;
    wasShown.current = true;
    if (section === null) show(race);
  });

  return (
    <>
      <div>
        <p className="font-[650]">
          <bdi>{result.racerName ?? 'Removed racer'}</bdi>
        </p>
        <p className="text-14 text-ink-2">
          <bdi>{result.eventName}</bdi>
        </p>
      </div>
      {result.kind === 'result' && (
        <p>
          <span className="digits block text-32 font-[820] leading-none">{result.officialTime}</span>
          <span className="text-14 text-ink-2">Official time</span>
        </p>
      )}
      {result.kind === 'no-result' && <p className="text-ink-2">This racer has no result at the moment.</p>}
      {race !== null && (
        <Button aria-pressed={isShown} onClick={() => show(isShown ? null : race)} className="self-start">
          {isShown ? 'Show the whole run' : 'Show the race alone'}
        </Button>
      )}
      {result.kind === 'result' && result.cut.kind !== 'cut' && (
        <p className="text-14 text-ink-2">
          {result.cut.kind === 'no-clock'
            ? 'Nothing in this run says what time it was, so we can’t cut it by the start and the finish.'
            : 'The recording is from another time than the race, so we can’t cut it by the start and the finish. Is it the right racer?'}
        </p>
      )}
      {rivals.length > 0 && (
        <div>
          <h3 className="mb-1 text-14 font-[650]">Compare with</h3>
          <ul className="-mx-2">
            {rivals.map(({ runId, name, time }) => (
              <li key={runId}>
                <Link
                  to={comparePath(run.id, runId)}
                  className="flex min-h-11 items-center gap-3 rounded-bib px-2 -outline-offset-2 hover:bg-soft"
                >
                  <bdi className="min-w-0 flex-1 truncate font-[550]">{name}</bdi>
                  <span className="digits font-[650]">{time}</span>
                  <ChevronIcon className="size-4 -rotate-90 text-ink-2" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** A recorder that was started late has nothing of the start. */
function clip(cut: Span, whole: Span): Span | null {
  const from = Math.max(whole.from, cut.from);
  const to = Math.min(whole.to, cut.to);
  return to > from ? { from, to } : null;
}

function isSame(one: Span, other: Span): boolean {
  return Math.abs(one.from - other.from) < 0.01 && Math.abs(one.to - other.to) < 0.01;
}

function Detach() {
  const { run, change, setSection } = useOpenRun();
  const detach = () => {
    const { race } = run.details;
    void change((details) => ({ ...details, race: null }));
    setSection(null);
    showUndo({ message: 'Detached from the race', undo: () => void change((details) => ({ ...details, race })) });
  };
  return (
    <Button variant="quiet" className="-me-2 px-3! text-14!" onClick={detach}>
      Detach
    </Button>
  );
}
