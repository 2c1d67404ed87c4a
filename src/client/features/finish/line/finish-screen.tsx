import { useCallback, useMemo, useRef, useState } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';
import type { Tap } from '../../../../domain/model/state.ts';
import { listBunches, swapRacers } from '../../../../domain/events/bunches.ts';
import { listToCome, listWaiting } from '../../../../domain/results/likely.ts';
import { withRun } from '../../../event/with-run.ts';
import { useScreenKeys } from '../../../timing/keys/use-screen-keys.ts';
import { useRefusedTaps } from '../../../timing/taps/refused-taps.ts';
import { useTimingScreen } from '../../../timing/use-timing-screen.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { useView } from '../../../event/in-address.ts';
import { Button } from '../../../ui/button.tsx';
import { CameraIcon } from '../../../ui/tool-icons.tsx';
import { BunchList } from './bunch-list.tsx';
import { ChangeLine } from './change-line.tsx';
import { Chooser } from '../../../timing/waiting/chooser.tsx';
import { FinishHeader, type Shown } from './finish-header.tsx';
import { listFinishKeys } from './finish-keys.ts';
import { GivenList, listGiven } from './given-list.tsx';
import { LearnRemote, useRemoteKey } from './learn-remote.tsx';
import { MoveTimes } from './move-times.tsx';
import { listOwn, listRecent, type NamedLine } from './named-lines.ts';
import { type Surface, TapSurface } from '../../../timing/waiting/surface.tsx';
import { useChooser } from '../../../timing/waiting/use-chooser.ts';
import { useTapSteps } from '../../../timing/waiting/use-tap-steps.ts';
import { useStillRows } from '../../../timing/waiting/use-still-rows.ts';
import { useTake } from '../../../timing/waiting/use-take.ts';
import { WaitingList } from '../../../timing/waiting/waiting-list.tsx';
import type { TapSteps } from '../../../timing/waiting/waiting-row.tsx';

export interface FinishScreenProps {
  readonly open: OpenEvent;
  /** The finish, or a split point. */
  readonly here: NamedLine;
  readonly lines: readonly NamedLine[];
  /** The line that this phone timed before this one. */
  readonly before: NamedLine | null;
  readonly onLine: (line: NamedLine) => void;
  readonly onClose: () => void;
}

/** The lower half takes times, the upper half gives them to racers. The surface is there whatever is shown above it. */
export function FinishScreen({ open, here, lines, before, onLine, onClose }: FinishScreenProps) {
  const { event, sync, eventId } = open;
  const { line, name } = here;
  const deviceId = sync.deviceId();
  const { replace } = useView();
  const toCome = useMemo(() => listToCome(event, line), [event, line]);
  const waiting = useMemo(() => listWaiting(event, line), [event, line]);
  const bunches = useMemo(() => listBunches(event, line, deviceId), [event, line, deviceId]);
  const given = useMemo(() => listGiven(event, line).length, [event, line]);
  const hasBibs = useMemo(() => Object.values(event.entries).some(({ bib }) => bib !== null), [event.entries]);
  const taken = useMemo(() => listOwn(open, line).length, [open, line]);
  const [shown, setShown] = useState<Shown>('waiting');
  const [panel, setPanel] = useState<Above | null>(() => (before === null ? null : offerMove(open, before)));
  const closePanel = useCallback(() => setPanel(null), []);
  const screen = useRef<HTMLDivElement>(null);
  const surface = useRef<Surface>(null);
  const count = useCallback(() => surface.current?.count(), []);
  const { take, said } = useTake(open, line, count);
  const isHere = useCallback((of: Line) => of === line, [line]);
  const refused = useRefusedTaps(sync, event, isHere);
  const rows = useStillRows(
    useMemo(() => ({ refused: refused.map(({ tapId }) => tapId), waiting, toCome }), [refused, waiting, toCome]),
  );
  const remoteKey = useRemoteKey();
  const steps = useTapSteps(open);
  const chooser = useChooser({ event, line, waiting, toCome, give: steps.give });
  const allSteps = useMemo<TapSteps>(() => ({ ...steps, choose: chooser.open }), [steps, chooser.open]);
  useTimingScreen(screen, { isAwake: true, isTimed: taken > 0 });
  const { typed, type, erase, giveTyped } = chooser;
  const cancel = chooser.tap !== null ? chooser.close : panel !== null ? closePanel : null;
  // The button of a remote is being learned by its key.
  const isLearning = shown === 'remote';
  useScreenKeys(
    screen,
    isLearning ? NO_KEYS : listFinishKeys({ take, remoteKey, typed, type, erase, give: giveTyped, cancel }),
  );

  // Times that were taken at a split by mistake mostly belong to the finish, which is the last of the lines.
  const others = lines.filter((each) => each.line !== line).toReversed();

  async function swap(one: Tap, other: Tap): Promise<void> {
    for (const step of swapRacers(one, other)) await sync.recordForEvent(eventId, step);
  }

  const camera = line === 'finish' && (
    <Button className="mx-auto mt-3" onClick={() => replace('camera')}>
      <CameraIcon /> Finish camera
    </Button>
  );
  return (
    <div ref={screen} data-timing-screen className="flex min-h-0 flex-1 flex-col lying:flex-row">
      <div className="flex min-h-0 min-w-0 flex-1 basis-1/2 flex-col overflow-y-auto">
        {chooser.tap === null && panel === null && (
          <FinishHeader
            open={open}
            name={name}
            shown={shown}
            counts={{ waiting: waiting.length, given, bunches: bunches.length }}
            onShow={setShown}
            onChangeLine={others.length === 0 ? null : () => setPanel('line')}
            onMove={others.length === 0 || taken === 0 ? null : () => setPanel(chooseWaiting(open, here))}
            onPad={hasBibs ? chooser.openNext : undefined}
            onClose={onClose}
          />
        )}
        {chooser.tap !== null ? (
          <Chooser
            tap={chooser.tap}
            timeZone={event.timeZone}
            likely={chooser.likely}
            hasBibs={hasBibs}
            typed={chooser.typed}
            found={chooser.found}
            onType={chooser.type}
            onErase={chooser.erase}
            onGive={chooser.giveTyped}
            onChoose={chooser.giveTo}
            onClose={chooser.close}
          />
        ) : panel === 'line' ? (
          <ChangeLine here={here} lines={lines} onLine={onLine} onClose={closePanel} />
        ) : panel !== null ? (
          <MoveTimes
            open={open}
            from={panel.from}
            targets={panel.from.line === line ? others : [here]}
            chosen={panel.chosen}
            onClose={closePanel}
          />
        ) : shown === 'given' ? (
          <GivenList event={event} line={line} steps={allSteps} />
        ) : shown === 'bunches' ? (
          <BunchList event={event} bunches={bunches} onSwap={(one, other) => void swap(one, other)} more={camera} />
        ) : shown === 'remote' ? (
          <LearnRemote onClose={() => setShown('waiting')} />
        ) : (
          <WaitingList open={open} rows={rows} refused={refused} toCome={toCome} steps={allSteps} empty={camera} />
        )}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      <TapSurface take={take} surface={surface} name={withRun(name, event)} taken={taken} />
    </div>
  );
}

const NO_KEYS = {};

/** In place of header and list: the question which line to time, or the times that are to be moved. */
type Above = 'line' | { readonly from: NamedLine; readonly chosen: readonly string[] };

function offerMove(open: OpenEvent, from: NamedLine): Above | null {
  const recent = listRecent(open, from.line);
  return recent.length === 0 ? null : { from, chosen: recent.map(({ id }) => id) };
}

function chooseWaiting(open: OpenEvent, from: NamedLine): Above {
  const waiting = listOwn(open, from.line).filter(({ racerId }) => racerId === null);
  return { from, chosen: waiting.map(({ id }) => id) };
}
