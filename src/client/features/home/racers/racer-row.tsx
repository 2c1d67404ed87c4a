import { memo } from 'react';
import type { Racer } from '../../../../domain/racers/library.ts';
import { PencilIcon, TrashIcon } from '../../../ui/icons.tsx';
import { IconButton } from '../icon-button.tsx';
import { InlineRename, useRenaming } from '../inline-rename.tsx';
import { Mark } from '../mark.tsx';
import { RacerGroups } from './racer-groups.tsx';
import type { RacerActions } from './use-racer-actions.ts';

export interface RacerRowProps {
  readonly racer: Racer;
  readonly isPending: boolean;
  readonly actions: RacerActions;
}

/** Of two thousand rows the browser lays out those in view, and React touches those that have changed. */
export const RacerRow = memo(function RacerRow({ racer, isPending, actions }: RacerRowProps) {
  const { isRenaming, begin, end, trigger } = useRenaming();
  return (
    <li className="flex items-center gap-1 border-b border-line py-2 pr-2 pl-4 [contain-intrinsic-size:auto_65px] [content-visibility:auto] last:border-b-0">
      <div className="min-w-0 flex-1 gap-x-4 sm:flex sm:items-center">
        <div className="min-w-0 sm:flex-[2]">
          {isRenaming ? (
            <InlineRename
              name={racer.name}
              label="New name"
              onSave={(name) => actions.rename(racer, name)}
              onClose={end}
            />
          ) : (
            <p dir="auto" title={racer.name} className="line-clamp-2 font-[650] wrap-anywhere">
              {racer.name}
            </p>
          )}
          {racer.awaitingCredits && <Mark>Waits for credits</Mark>} {isPending && <Mark>Waits to be sent</Mark>}
        </div>
        <div className="min-w-0 max-sm:mt-1 sm:flex-[3]">
          <RacerGroups racer={racer} actions={actions} />
        </div>
      </div>
      <IconButton
        ref={trigger}
        label={`Rename: ${racer.name}`}
        title="Rename"
        onClick={begin}
        className={isRenaming ? 'invisible' : ''}
      >
        <PencilIcon />
      </IconButton>
      <IconButton label={`Delete: ${racer.name}`} title="Delete" onClick={() => actions.remove(racer)}>
        <TrashIcon />
      </IconButton>
    </li>
  );
});
