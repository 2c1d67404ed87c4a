import type { KeyboardEvent } from 'react';
import type { Racer } from '../../../../domain/racers/library.ts';
import { MAX_GROUP_LENGTH } from '../../../../protocol/limits.ts';
import { CloseIcon, PlusIcon } from '../../../ui/icons.tsx';
import { useInlineEdit } from '../../../ui/use-inline-edit.ts';
import type { RacerActions } from './use-racer-actions.ts';

/** The existing groups, offered while the user types one. One list for all rows. */
export const GROUP_NAMES_ID = 'racer-group-names';

export function RacerGroups({ racer, actions }: { readonly racer: Racer; readonly actions: RacerActions }) {
  const { isEditing, begin, end, trigger } = useInlineEdit();
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-3">
      {racer.groups.map((group) => (
        <span key={group} className="inline-flex max-w-full items-center rounded-bib bg-soft ps-2.5 text-14 font-[550]">
          <bdi className="min-w-0 truncate">{group}</bdi>
          <button
            type="button"
            aria-label={`Remove group ${group} from ${racer.name}`}
            onClick={() => {
              trigger.current?.focus();
              actions.untag(racer, group);
            }}
            className="relative flex size-8 shrink-0 items-center justify-center rounded-bib text-ink-2 after:absolute after:-inset-1.5 hover:text-ink"
          >
            <CloseIcon className="size-4" />
          </button>
        </span>
      ))}
      {isEditing ? (
        <NewGroup racer={racer} onAdd={(group) => actions.tag(racer, group)} onClose={end} />
      ) : (
        <button
          ref={trigger}
          type="button"
          aria-label={`Add group to ${racer.name}`}
          onClick={begin}
          className="relative inline-flex min-h-8 items-center gap-1 rounded-bib px-2 text-14 first:-ms-2 text-ink-2 after:absolute after:inset-x-0 after:-inset-y-1.5 hover:bg-soft hover:text-ink"
        >
          <PlusIcon className="size-4" /> Group
        </button>
      )}
    </div>
  );
}

interface NewGroupProps {
  readonly racer: Racer;
  readonly onAdd: (group: string) => void;
  readonly onClose: (byKey: boolean) => void;
}

/** The field stays open after Enter: one group is often followed by the next. */
function NewGroup({ racer, onAdd, onClose }: NewGroupProps) {
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') return onClose(true);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const group = event.currentTarget.value.trim();
    if (group !== '') onAdd(group);
    event.currentTarget.value = '';
  }
  return (
    <input
      ref={(input) => input?.focus()}
      aria-label={`New group for ${racer.name}`}
      placeholder="Group, then Enter"
      list={GROUP_NAMES_ID}
      maxLength={MAX_GROUP_LENGTH}
      dir="auto"
      autoComplete="off"
      enterKeyHint="done"
      onKeyDown={onKeyDown}
      onBlur={() => onClose(false)}
      className="min-h-11 w-44 max-w-full rounded-bib border border-line-strong bg-card px-2.5 text-16 text-ink placeholder:text-ink-2"
    />
  );
}
