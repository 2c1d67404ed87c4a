import { word } from '../../../../domain/language.ts';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { attemptNow } from '../../../../domain/model/state.ts';
import { teamsOf } from '../../../../domain/results/read-teams.ts';
import { bestShares } from '../../../../domain/schedule/earlier-results.ts';
import {
  orderByBib,
  orderByFigure,
  orderByGroup,
  orderByName,
  orderByTeam,
  shuffle,
  type Starter,
} from '../../../../domain/schedule/order.ts';
import type { EpochMs } from '../../../../domain/units.ts';
import { errors } from '../../../../protocol/errors.ts';
import { useViewer } from '../../../session/viewer.ts';
import { useObservable } from '../../../sync/use-sync.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { ChevronIcon, MoreIcon } from '../../../ui/tool-icons.tsx';
import { leaveHash } from '../../../ui/use-opened-by.ts';
import { listOwnEvents } from '../../../event/list-events.ts';
import { useGrowingList } from '../../../event/use-growing-list.ts';
import { withRun } from '../../../event/with-run.ts';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { ViewPage } from '../../../event/view-page.tsx';
import { EarlierDialog } from './earlier-dialog.tsx';
import { readEarlierTimes } from './earlier-results.ts';
import { GapsDialog } from './gaps-dialog.tsx';
import { IMPORT_LIST } from '../../../event/event-context.ts';
import { ImportDialog } from './import-dialog.tsx';
import { LateDialog } from './late-dialog.tsx';
import { describeStart, firstStart } from '../../../event/print/list-words.ts';
import { NumbersDialog } from './numbers-dialog.tsx';
import { RunOrderDialog } from './run-order-dialog.tsx';
import { PrintSheet, type Sheet } from '../../../event/print/print-sheet.tsx';
import { ShiftDialog } from './shift-dialog.tsx';
import { StarterRow } from './starter-row.tsx';
import { TimesDialog } from './times-dialog.tsx';
import { useDragOrder } from './use-drag-order.ts';
import { useStartList } from './use-start-list.ts';

/** The newest races tell most about how fast somebody is. */
const RACES_LOOKED_AT = 5;

type Panel =
  | { readonly kind: 'times' | 'numbers' | 'earlier' | 'import' | 'run' | 'gaps' }
  | { readonly kind: 'shift'; readonly starter: Starter & { readonly at: EpochMs } }
  | { readonly kind: 'late'; readonly starter: Starter };

export function StartListView({ open, onClose }: TimerViewProps) {
  const { event, sync } = open;
  const { starters, actions } = useStartList(open);
  const isUser = useViewer().kind === 'user';
  const account = useObservable(sync.account, null);
  const [panel, setPanel] = useState<Panel | null>(() => (location.hash === IMPORT_LIST ? { kind: 'import' } : null));
  const [printing, setPrinting] = useState<{ readonly sheet: Sheet; readonly at: EpochMs } | null>(null);
  const print = (sheet: Sheet) => setPrinting({ sheet, at: sync.clock.now() });
  const list = useRef<HTMLOListElement>(null);
  const ids = starters.map(({ racerId }) => racerId);
  const drag = useDragOrder(list, ids, actions.move);
  const keepFocus = useFocusOnMoved(list, starters);
  const { shown, endRef } = useGrowingList(starters, event.id);
  const first = firstStart(starters);
  const run = attemptNow(event);
  const earlier = listOwnEvents(account?.events ?? [], '', 'newest').filter(
    ({ id, finished }) => id !== event.id && finished > 0,
  );
  const endPrint = useCallback(() => setPrinting(null), []);
  const close = () => {
    leaveHash(IMPORT_LIST);
    setPanel(null);
  };

  async function putFastestLast(): Promise<void> {
    const races = await readEarlierTimes(
      sync,
      earlier.slice(0, RACES_LOOKED_AT).map(({ id }) => id),
    );
    const shares = bestShares(races);
    if (!starters.some(({ racerId }) => shares.has(racerId))) {
      return void showToast('None of these racers has a result in your earlier events.', { tone: 'bad' });
    }
    actions.reorder(orderByFigure(starters, shares), 'Fastest last');
  }

  const orders: MenuItem[] = [
    { label: 'By name', onSelect: () => actions.reorder(orderByName(starters), 'Ordered by name') },
    { label: 'By number', onSelect: () => actions.reorder(orderByBib(starters), 'Ordered by number') },
    { label: 'By group', onSelect: () => actions.reorder(orderByGroup(starters), 'Ordered by group') },
    ...(event.format.teams?.startsTogether
      ? [
          {
            label: 'Teams together',
            onSelect: () => actions.reorder(orderByTeam(starters, teamsOf(event)), 'Teams together'),
          },
        ]
      : []),
    { label: 'Shuffle', onSelect: () => actions.reorder(shuffle(starters, Math.random), 'Shuffled') },
    'separator',
    ...(run > 1 ? [{ label: `By heat ${run - 1}…`, onSelect: () => setPanel({ kind: 'run' }) }] : []),
    { label: 'Fastest last', disabled: earlier.length === 0, onSelect: () => void putFastestLast() },
    { label: 'Reverse of an earlier result…', onSelect: () => setPanel({ kind: 'earlier' }) },
  ];
  const tools: MenuItem[] = [
    ...(isUser ? [{ label: 'Import a list', onSelect: () => setPanel({ kind: 'import' }) }] : []),
    { label: 'Pursuit start', onSelect: () => setPanel({ kind: 'gaps' }) },
    { label: 'Print', onSelect: () => print('everybody') },
    { label: 'Print for the starter, one column', onSelect: () => print('starter') },
  ];

  function setBib(starter: Starter, bib: string | null): void {
    const isTaken = bib !== null && starters.some((other) => other.racerId !== starter.racerId && other.bib === bib);
    if (isTaken) showToast(errors['bib-taken'].text, { tone: 'bad' });
    else actions.number([{ racerId: starter.racerId, bib }], `Number of ${starter.name} changed`);
  }

  function menuOf(starter: Starter): MenuItem[] {
    const { at } = starter;
    return [
      ...(first !== null
        ? [{ label: 'Another start time…', onSelect: () => setPanel({ kind: 'late', starter }) }]
        : []),
      ...(at !== null
        ? [
            {
              label: 'Move everyone from here…',
              onSelect: () => setPanel({ kind: 'shift', starter: { ...starter, at } }),
            },
          ]
        : []),
      { label: 'To the top', onSelect: () => actions.move(starter.racerId, 0) },
      { label: 'To the end', onSelect: () => actions.move(starter.racerId, starters.length - 1) },
    ];
  }

  const others = ids.filter((id) => id !== drag.dragging?.racerId);
  const targetId = drag.dragging === null ? null : (others[drag.dragging.to] ?? null);
  return (
    <>
      <ViewPage
        title={withRun('Start list', event)}
        name={event.name}
        onClose={onClose}
        tools={
          <Menu
            label="More for the start list"
            trigger={
              <Button className="px-3!">
                <MoreIcon />
              </Button>
            }
            items={tools}
          />
        }
      >
        <div className="sticky top-0 z-10 -mx-1 -my-3 flex flex-wrap gap-2 bg-paper px-1 py-3 empty:hidden">
          {starters.length > 0 && (
            <>
              <Menu
                label="Order"
                align="start"
                trigger={
                  <Button className="px-3.5!">
                    Order <ChevronIcon className="size-5" />
                  </Button>
                }
                items={orders}
              />
              <Button className="px-3.5!" onClick={() => setPanel({ kind: 'times' })}>
                {word('Times', 'of the start')}
              </Button>
              <Button className="px-3.5!" onClick={() => setPanel({ kind: 'numbers' })}>
                Numbers
              </Button>
            </>
          )}
        </div>
        {starters.length === 0 ? (
          <EmptyState
            title="Nobody in the start list yet"
            action={isUser && <Button onClick={() => setPanel({ kind: 'import' })}>Import a list</Button>}
          >
            Add racers to the event, or import a list with numbers and start times.
          </EmptyState>
        ) : (
          <ol ref={list} aria-label="Start list">
            {shown.map((starter, index) => (
              <StarterRow
                key={starter.racerId}
                starter={starter}
                place={index + 1}
                of={starters.length}
                time={describeStart(starter, first, event.timeZone)}
                isHeld={drag.dragging?.racerId === starter.racerId}
                isTarget={targetId === starter.racerId}
                handle={drag.handleProps(starter.racerId)}
                menu={
                  <Menu
                    label={`More for ${starter.name}`}
                    trigger={
                      <Button variant="quiet" className="px-3!">
                        <MoreIcon />
                      </Button>
                    }
                    items={menuOf(starter)}
                  />
                }
                onMove={(to) => {
                  keepFocus(starter.racerId);
                  actions.move(starter.racerId, to);
                }}
                onBib={(bib) => setBib(starter, bib)}
              />
            ))}
            {endRef && <li ref={endRef} className="h-16" />}
          </ol>
        )}
      </ViewPage>
      {panel?.kind === 'times' && <TimesDialog open={open} starters={starters} actions={actions} onClose={close} />}
      {panel?.kind === 'numbers' && <NumbersDialog starters={starters} actions={actions} onClose={close} />}
      {panel?.kind === 'earlier' && (
        <EarlierDialog open={open} starters={starters} events={earlier} actions={actions} onClose={close} />
      )}
      {panel?.kind === 'gaps' && (
        <GapsDialog open={open} starters={starters} events={earlier} actions={actions} onClose={close} />
      )}
      {panel?.kind === 'run' && <RunOrderDialog open={open} starters={starters} actions={actions} onClose={close} />}
      {panel?.kind === 'import' && <ImportDialog open={open} starters={starters} onClose={close} />}
      {panel?.kind === 'shift' && (
        <ShiftDialog
          starter={panel.starter}
          starters={starters}
          timeZone={event.timeZone}
          actions={actions}
          onClose={close}
        />
      )}
      {panel?.kind === 'late' && (
        <LateDialog
          starter={panel.starter}
          starters={starters}
          timeZone={event.timeZone}
          now={sync.clock.now()}
          actions={actions}
          onClose={close}
        />
      )}
      {printing !== null && <PrintSheet event={event} starters={starters} {...printing} onDone={endPrint} />}
    </>
  );
}

/** A row that moves in the document loses the focus, and the next arrow key would move nobody. */
function useFocusOnMoved(list: RefObject<HTMLElement | null>, starters: readonly Starter[]): (racerId: string) => void {
  const moved = useRef<string | null>(null);
  useEffect(() => {
    if (moved.current === null) return;
    const row = [...(list.current?.children ?? [])].find((each) => each.getAttribute('data-racer') === moved.current);
    row?.querySelector('button')?.focus();
    moved.current = null;
  }, [list, starters]);
  return (racerId) => {
    moved.current = racerId;
  };
}
