import { useCallback, useMemo, useRef, useState } from 'react';
import type { Tap } from '../../../../domain/model/state.ts';
import { listBunches, swapRacers } from '../../../../domain/events/bunches.ts';
import { withRun } from '../../../event/with-run.ts';
import { useScreenKeys } from '../../../timing/keys/use-screen-keys.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { useView } from '../../../event/in-address.ts';
import { BunchList } from './bunch-list.tsx';
import { ChangeLine } from './change-line.tsx';
import { Chooser } from '../../../timing/waiting/chooser.tsx';
import { FinishHeader, type Shown } from './finish-header.tsx';
import { listFinishKeys } from './finish-keys.ts';
import { GivenList, listGiven } from './given-list.tsx';
import { LearnRemote, useRemoteKey } from './learn-remote.tsx';
import { MoveTimes } from './move-times.tsx';
import { listRecent, type NamedLine } from './named-lines.ts';
import { listOwn } from '../../../timing/waiting/list-own.ts';
import { TapSurface } from '../../../timing/waiting/surface.tsx';
import { hasNumbers } from '../../../timing/waiting/use-chooser.ts';
import { useWaitingTimes } from '../../../timing/waiting/use-waiting-times.ts';
import { WaitingList } from '../../../timing/waiting/waiting-list.tsx';

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
  const screen = useRef<HTMLDivElement>(null);
  const { take, said, surface, taken, waiting, chooser, steps, list } = useWaitingTimes(open, line, screen);
  const bunches = useMemo(() => listBunches(event, line, deviceId), [event, line, deviceId]);
  const given = useMemo(() => listGiven(event, line).length, [event, line]);
  const hasBibs = useMemo(() => hasNumbers(event), [event]);
  const [shown, setShown] = useState<Shown>('waiting');
  const [panel, setPanel] = useState<Above | null>(() => (before === null ? null : offerMove(open, before)));
  const closePanel = useCallback(() => setPanel(null), []);
  const remoteKey = useRemoteKey();
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
            onCamera={line === 'finish' ? () => replace('camera') : null}
            onClose={onClose}
          />
        )}
        {chooser.tap !== null ? (
          <Chooser event={event} tap={chooser.tap} chooser={chooser} />
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
          <GivenList event={event} line={line} steps={steps} />
        ) : shown === 'bunches' ? (
          <BunchList event={event} bunches={bunches} onSwap={(one, other) => void swap(one, other)} />
        ) : shown === 'remote' ? (
          <LearnRemote onClose={() => setShown('waiting')} />
        ) : (
          <WaitingList {...list} />
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
