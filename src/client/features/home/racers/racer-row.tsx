import { memo } from 'react';
import type { Racer } from '../../../../domain/racers/library.ts';
import { PencilIcon, TrashIcon } from '../../../ui/icons.tsx';
import { IconButton } from '../icon-button.tsx';
import { InlineRename } from '../inline-rename.tsx';
import { keepFocusInSection } from '../keep-focus.ts';
import { Mark } from '../mark.tsx';
import { useInlineEdit } from '../use-inline-edit.ts';
import { RacerGroups } from './racer-groups.tsx';
import type { RacerActions } from './use-racer-actions.ts';

export interface RacerRowProps {
  readonly racer: Racer;
  readonly isPending: boolean;
  readonly actions: RacerActions;
}

/**
 * Of all rows the browser lays out those in view, and React touches those that have changed. The first ones are always
 * drawn: they are what a picture or a print of the whole page shows.
 */
export const RacerRow = memo(function RacerRow({ racer, isPending, actions }: RacerRowProps) {
  const { isEditing, begin, end, trigger } = useInlineEdit();
  return (
    <li className="flex items-center gap-1 border-b border-line py-2 pr-2 pl-4 [contain-intrinsic-size:auto_48px] nth-[n+21]:[content-visibility:auto] last:border-b-0">
      <div className="min-w-0 flex-1 gap-x-4 sm:flex sm:items-center">
        <div className="min-w-0 sm:flex-[2]">
          {isEditing ? (
            <InlineRename
              name={racer.name}
              label="New name"
              onSave={(name) => actions.rename(racer, name)}
              onClose={end}
            />
          ) : (
            <p title={racer.name} className="line-clamp-2 font-[650] wrap-anywhere">
              <bdi>{racer.name}</bdi>
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
        className={isEditing ? 'invisible' : ''}
      >
        <PencilIcon />
      </IconButton>
      <IconButton
        label={`Delete: ${racer.name}`}
        title="Delete"
        onClick={(press) => {
          keepFocusInSection(press.currentTarget);
          actions.remove(racer);
        }}
      >
        <TrashIcon />
      </IconButton>
    </li>
  );
});
