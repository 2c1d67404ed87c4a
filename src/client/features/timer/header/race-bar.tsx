import { memo, type ReactNode } from 'react';
import type { Counters } from '../../../../domain/results/lists.ts';
import { Button } from '../../../ui/button.tsx';
import { BackIcon, OpenIcon, PlusIcon, SearchIcon, UserIcon } from '../../../ui/icons.tsx';
import { isGuest as isGuestOf, type OpenEvent } from '../../../event/event-context.ts';
import { lateCode, latePart } from '../../../event/late-part.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import type { BoardDialog, SimpleDialog } from '../board-dialog.ts';
import { CounterLine } from './counter-line.tsx';
import { EventName } from './event-name.tsx';

const moreMenu = latePart(() => import('./more-menu.tsx').then((module) => module.MoreMenu));

const ownerSteps = lateCode(() => import('../../../event/event-steps.ts'));

export interface RaceBarProps {
  readonly name: string;
  readonly open: OpenEvent | null;
  readonly counters: Counters;
  /** Racers with a status: without them 'Finished' would never seem to reach the total. */
  readonly out: number;
  readonly isNarrow: boolean;
  readonly mayAdd: boolean;
  readonly mayInvite: boolean;
  /** Where the search takes the place of the name; null where it has a place of its own. */
  readonly onSearch: (() => void) | null;
  /** Shown where the app's own header has no room. */
  readonly status: ReactNode;
  readonly onDialog: (dialog: BoardDialog) => void;
  readonly onLeave: () => void;
}

/** One line while a race is timed. It may follow a tap a frame later, and is drawn only when it is its turn. */
export const RaceBar = memo(function RaceBar(props: RaceBarProps) {
  const { name, open, counters, out, isNarrow, mayAdd, mayInvite, onSearch, status } = props;
  const { onDialog, onLeave } = props;
  const hasRoom = useMedia('(min-width: 80rem)') && !isNarrow;
  // On a tablet the menu has the buttons: the line above the board would be two.
  const hasButtons = useMedia('(min-width: 64rem)') && !isNarrow;
  const steps = ownerSteps.useLoaded(open?.may('delete') === true);
  const opens = (kind: SimpleDialog) => () => onDialog({ kind });
  const onAdd = opens('add');
  const mayTime = open !== null && open.may('time');
  const isGuest = open !== null && isGuestOf(open);
  const actions = [
    mayAdd && { label: 'Add Racers', isMain: true, icon: <PlusIcon />, onSelect: onAdd },
    mayInvite && { label: 'Invite Admin', isMain: true, icon: <UserIcon />, onSelect: opens('invite') },
    mayTime && { label: 'Change Event', icon: <OpenIcon />, onSelect: opens('change') },
  ].filter((item) => item !== false);
  const remove = () => void (open && steps?.deleteEvent(open, onLeave));
  const owned = [
    open?.may('duplicate') === true && { label: 'Duplicate', onSelect: opens('duplicate') },
    open?.may('delete') === true && { label: 'Delete', danger: true, disabled: steps === null, onSelect: remove },
  ].filter((item) => item !== false);
  return (
    <header className="race-bar @container">
      {/* A guest without an account has no other page here, and would not find the way back into the race. */}
      {isGuest ? (
        <div className="w-3 roomy:w-0" />
      ) : (
        <Button variant="quiet" className="race-tool" onClick={onLeave}>
          <BackIcon />
          <span className="max-2xl:sr-only">Back</span>
        </Button>
      )}
      <div className="min-w-0 cramped:flex-1">
        <EventName open={open} name={name} />
      </div>
      <CounterLine
        counters={counters}
        out={out}
        watching={open?.shown.watching ?? null}
        clock={mayTime ? open.sync.clock : null}
      />
      <div className="flex items-center cramped:shrink-0 roomy:flex-1 roomy:justify-end roomy:gap-2">
        <div className="hidden bare:block empty:hidden">{status}</div>
        {onSearch && (
          <Button variant="quiet" className="race-tool" aria-label="Search racers" onClick={onSearch}>
            <SearchIcon />
          </Button>
        )}
        {hasButtons &&
          [...actions, ...(hasRoom ? owned : NO_ITEMS)].map(({ label, onSelect, ...rest }) => (
            <Button
              key={label}
              variant={'isMain' in rest ? 'outline' : 'quiet'}
              disabled={'disabled' in rest && rest.disabled}
              className="px-3! whitespace-nowrap max-2xl:text-14!"
              onClick={onSelect}
            >
              {onSelect === onAdd && <PlusIcon className="max-2xl:hidden" />}
              {label}
            </Button>
          ))}
        {/* Its room is kept until it is loaded: the line must not move. */}
        <div className="race-menu shrink-0">
          {mayTime && (
            <moreMenu.Part
              open={open}
              actions={hasButtons ? NO_ITEMS : actions}
              owned={hasRoom ? NO_ITEMS : owned}
              onKeys={opens('keys')}
              onHistory={opens('history')}
              onSettings={opens('settings')}
            />
          )}
        </div>
      </div>
    </header>
  );
});

const NO_ITEMS: readonly never[] = [];
