import { Link } from 'react-router';
import type { ListedEvent } from '../../../../protocol/live.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { PencilIcon } from '../../../ui/icons.tsx';
import { DeleteButton } from '../../../ui/delete-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { InlineRename } from '../../../ui/inline-rename.tsx';
import { Mark } from '../../../ui/mark.tsx';
import { writeMoment } from '../../../ui/moment.ts';
import { useInlineEdit } from '../../../ui/use-inline-edit.ts';
import type { EventActions } from './use-event-actions.ts';

export interface EventRowProps {
  readonly event: ListedEvent;
  readonly isPending: boolean;
  readonly actions: EventActions;
}

export function EventRow({ event, isPending, actions }: EventRowProps) {
  const { id, name, isOwner, finished, total, onCourse } = event;
  const { isEditing, begin, end, trigger } = useInlineEdit();
  return (
    <li className="flex flex-col gap-3 py-4 pe-3 ps-4 sm:flex-row sm:items-center sm:gap-4 sm:ps-5">
      <div className="min-w-0 flex-1">
        {isEditing ? (
          <InlineRename name={name} label="Event name" onSave={(next) => actions.rename(event, next)} onClose={end} />
        ) : (
          <h3 title={name} className="line-clamp-2 text-18 font-[720] wrap-anywhere">
            <bdi>{name}</bdi>
          </h3>
        )}
        <p className="digits mt-0.5 font-[550]">
          Finished: {finished} / Total: {total}, On Course: {onCourse}
        </p>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-2">
          <Created at={event.createdAt} />
          {!isOwner && <span>Shared with you</span>}
          {event.awaitingCredits && <Mark>Waits for credits</Mark>}
          {isPending && <Mark>Not sent yet</Mark>}
        </div>
      </div>
      <div className="flex shrink-0 items-center gap-1">
        {isOwner && (
          <>
            <IconButton
              ref={trigger}
              label={`Edit name: ${name}`}
              title="Edit name"
              onClick={begin}
              className={isEditing ? 'invisible' : 'max-sm:-ms-3'}
            >
              <PencilIcon />
            </IconButton>
            <DeleteButton name={name} onDelete={() => actions.remove(event)} />
          </>
        )}
        <Link
          to={`/timer?eventId=${id}`}
          aria-label={`Select: ${name}`}
          className={`${buttonClass({ variant: onCourse > 0 ? 'primary' : 'outline' })} ms-auto max-sm:min-w-32 sm:ms-2`}
        >
          Select
        </Link>
      </div>
    </li>
  );
}

function Created({ at }: { readonly at: number }) {
  return (
    <span>
      Created <time dateTime={new Date(at).toISOString()}>{writeMoment(at)}</time>
    </span>
  );
}
