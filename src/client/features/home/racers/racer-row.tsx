import { type ComponentType, memo, useState } from 'react';
import type { Racer } from '../../../../domain/racers/library.ts';
import { describeDetails } from '../../../../domain/racers/details.ts';
import { PencilIcon, UserIcon } from '../../../ui/icons.tsx';
import { DeleteButton } from '../../../ui/delete-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { InlineRename } from '../../../ui/inline-rename.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useInlineEdit } from '../../../ui/use-inline-edit.ts';
import type { DescribeRacerProps } from './describe-racer.tsx';
import { RacerGroups } from './racer-groups.tsx';
import type { RacerActions } from './use-racer-actions.ts';

export interface RacerRowProps {
  readonly racer: Racer;
  readonly isPending: boolean;
  readonly actions: RacerActions;
}

const ROW =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-2 pr-2 pl-4 last:border-b-0 ' +
  'sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] ' +
  '[contain-intrinsic-size:auto_48px] nth-[n+21]:[content-visibility:auto]';

/**
 * The browser lays out only rows in view, and React touches only rows that have changed. The first rows are always
 * drawn: a picture or a print of the whole page shows them.
 */
export const RacerRow = memo(function RacerRow({ racer, isPending, actions }: RacerRowProps) {
  const { isEditing, begin, end, trigger } = useInlineEdit();
  const [DescribeRacer, setDescribeRacer] = useState<ComponentType<DescribeRacerProps> | null>(null);

  /** Loaded when it is opened: most racers never get more than a name. */
  async function describe(): Promise<void> {
    try {
      const part = await import('./describe-racer.tsx');
      setDescribeRacer(() => part.DescribeRacer);
    } catch {
      showToast('This part of the page didn’t arrive. Check your connection and try again.', { tone: 'bad' });
    }
  }

  return (
    <li className={ROW}>
      <div className="min-w-0">
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
        {racer.details !== undefined && (
          <p className="digits truncate text-14 text-ink-2">
            <bdi>{describeDetails(racer.details)}</bdi>
          </p>
        )}
        {racer.awaitingCredits && <Mark>Waits for credits</Mark>} {isPending && <Mark>Not sent yet</Mark>}
      </div>
      <div className="min-w-0 max-sm:order-last max-sm:col-span-2 max-sm:pb-2">
        <RacerGroups racer={racer} actions={actions} />
      </div>
      <div className="flex items-center">
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
          label={`Details: ${racer.name}`}
          title="Details"
          aria-haspopup="dialog"
          onClick={() => void describe()}
        >
          <UserIcon />
        </IconButton>
        <DeleteButton name={racer.name} onDelete={() => actions.remove(racer)} />
      </div>
      {DescribeRacer && (
        <DescribeRacer racer={racer} onDescribe={actions.describe} onClose={() => setDescribeRacer(null)} />
      )}
    </li>
  );
});
