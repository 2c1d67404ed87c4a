import { type FormEvent, useState } from 'react';
import { Button } from '../../../../../client/ui/button.tsx';
import { Dialog } from '../../../../../client/ui/dialog.tsx';
import { Field } from '../../../../../client/ui/field.tsx';
import { BackIcon, PencilIcon, ShareIcon } from '../../../../../client/ui/icons.tsx';
import { Link } from '../../../../../client/ui/link.tsx';
import { Menu, type MenuItem } from '../../../../../client/ui/menu.tsx';
import { MoreIcon } from '../../../../../client/ui/tool-icons.tsx';
import { writeDate } from '../../../recordings/describe-run.ts';
import { writeTime, writeValue } from '../../../recordings/units.ts';
import { useOpenRun } from '../run-context.ts';

export interface RunHeaderProps {
  readonly onShare: (() => void) | null;
  readonly onCompare: () => void;
  readonly items: readonly MenuItem[];
}

export function RunHeader({ onShare, onCompare, items }: RunHeaderProps) {
  const { run, mayChange, units } = useOpenRun();
  const { name, timestamp, distance, duration } = run.details;
  const [isRenaming, setIsRenaming] = useState(false);
  const facts = [
    writeDate(timestamp),
    ...(distance === null ? [] : [writeValue('distance', units, distance)]),
    ...(duration === null ? [] : [writeTime(duration, 0)]),
    ...(run.role === 'owner' || run.ownerName === '' ? [] : [`Shared by ${run.ownerName}`]),
    ...(run.isWaiting ? ['Not sent yet'] : []),
  ];
  return (
    <header className="flex flex-col gap-1 pt-2 pb-4">
      <div className="-mx-3 flex items-center gap-1">
        <Link to="/analysis" className="flex min-h-12 items-center gap-2 rounded-button px-3 font-[650] hover:bg-soft">
          <BackIcon />
          Runs
        </Link>
        <span className="flex-1" />
        <Button variant="quiet" className="px-3!" onClick={onCompare}>
          Compare
        </Button>
        {onShare !== null && (
          <Button variant="quiet" className="px-3!" onClick={onShare}>
            <ShareIcon />
            <span className="max-sm:sr-only">Share</span>
          </Button>
        )}
        <Menu
          label="More"
          trigger={
            <Button variant="quiet" className="px-3!">
              <MoreIcon />
            </Button>
          }
          items={items}
        />
      </div>
      <div className="flex items-start gap-2">
        <h1 dir="auto" className="heading min-w-0 text-24 [overflow-wrap:anywhere] sm:text-32">
          {name}
        </h1>
        {mayChange && (
          <button
            type="button"
            onClick={() => setIsRenaming(true)}
            className="flex size-11 shrink-0 items-center justify-center rounded-button text-ink-2 hover:bg-soft hover:text-ink"
          >
            <PencilIcon />
            <span className="sr-only">Rename</span>
          </button>
        )}
      </div>
      <p className="digits text-16 text-ink-2">{facts.join(' · ')}</p>
      {isRenaming && <RenameDialog onClose={() => setIsRenaming(false)} />}
    </header>
  );
}

function RenameDialog({ onClose }: { readonly onClose: () => void }) {
  const { run, change } = useOpenRun();
  const [name, setName] = useState(run.details.name);
  const [hasError, setHasError] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = name.trim();
    setHasError(next === '');
    if (next === '') return;
    void change((details) => ({ ...details, name: next }));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Rename"
      footer={
        <Button variant="primary" type="submit" form="rename-run">
          Save
        </Button>
      }
    >
      <form id="rename-run" onSubmit={submit} noValidate>
        <Field
          label="Name"
          value={name}
          maxLength={100}
          data-autofocus
          error={hasError ? 'Give the run a name.' : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
