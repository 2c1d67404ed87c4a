import { memo } from 'react';
import { Link } from 'react-router';
import { errors } from '../../../../protocol/errors.ts';
import { DeleteButton } from '../../../../client/ui/delete-button.tsx';
import { IconButton } from '../../../../client/ui/icon-button.tsx';
import { CloseIcon, PencilIcon, PlusIcon, ShareIcon, WarningIcon } from '../../../../client/ui/icons.tsx';
import { InlineRename } from '../../../../client/ui/inline-rename.tsx';
import { keepFocusInSection } from '../../../../client/ui/keep-focus.ts';
import { Mark } from '../../../../client/ui/mark.tsx';
import { useInlineEdit } from '../../../../client/ui/use-inline-edit.ts';
import type { LocalRun } from '../../run-sync/stored-run.ts';
import { useUnits, writeTime } from '../../recordings/units.ts';
import { describeSharing, listAttached, writeDate, writeDistance } from '../../recordings/describe-run.ts';
import { TrackDrawing } from './track-drawing.tsx';
import type { RunActions } from './use-run-actions.ts';

export interface RunCardProps {
  readonly run: LocalRun;
  /** No user is signed in: the run waits for nothing but an account. */
  readonly isLocal: boolean;
  readonly isChosen: boolean;
  readonly actions: RunActions;
  readonly onChoose: (run: LocalRun, isChosen: boolean) => void;
  readonly onShare: (run: LocalRun) => void;
  readonly onAdd: (run: LocalRun) => void;
}

export const RunCard = memo(function RunCard(props: RunCardProps) {
  const { run, isLocal, isChosen, actions, onChoose, onShare, onAdd } = props;
  const { id, details, role, isWaiting, refusal } = run;
  const { name } = details;
  const { isEditing, begin, end, trigger } = useInlineEdit();
  const sharing = describeSharing(run);
  return (
    <li
      className={`relative flex flex-col overflow-hidden rounded-card border bg-card shadow-card [contain-intrinsic-size:auto_390px] nth-[n+13]:[content-visibility:auto] ${isChosen ? 'border-ink outline-2 outline-ink' : 'border-line'}`}
    >
      <TrackDrawing outline={details.outline} className="w-full border-b border-line bg-soft" />
      <div className="flex flex-1 flex-col gap-2 px-4 pt-3 sm:px-5">
        {isEditing ? (
          <div className="relative z-10">
            <InlineRename name={name} label="Run name" onSave={(next) => actions.rename(run, next)} onClose={end} />
          </div>
        ) : (
          <h3 title={name} className="line-clamp-2 text-18 font-[720] wrap-anywhere">
            {/* The whole card is the link; the parts above it have buttons of their own. */}
            <Link to={`/analysis/${id}`} className="after:absolute after:inset-0">
              <bdi>{name}</bdi>
            </Link>
          </h3>
        )}
        <p className="text-14 text-ink-2">
          <WhenAndWhat run={run} />
        </p>
        <Figures distance={details.distance} duration={details.duration} />
        <ul aria-label="Attached" className="flex flex-wrap gap-1.5">
          {listAttached(details).map((word) => (
            <li key={word} className="rounded-full bg-soft px-2.5 py-0.5 text-13 font-[650] text-ink-2">
              {word}
            </li>
          ))}
        </ul>
        {sharing !== null && <p className="text-14 text-ink-2 wrap-anywhere">{sharing}</p>}
        {isWaiting && !isLocal && refusal === null && (
          <p>
            <Mark>Not sent yet</Mark>
          </p>
        )}
        {refusal !== null && (
          <p className="flex items-start gap-1.5 text-14 font-[550] text-danger">
            <WarningIcon className="mt-0.5 size-4" />
            <span>
              {errors[refusal].text}
              {refusal === 'email-not-confirmed' && (
                <>
                  {' '}
                  <Link to="/account" className="link relative z-10">
                    Confirm your email
                  </Link>
                </>
              )}
            </span>
          </p>
        )}
      </div>
      <div className="relative z-10 mt-1 flex items-center pe-1 pb-1 ps-4 sm:ps-5">
        <label className="me-auto flex min-h-12 cursor-pointer items-center gap-2.5 pe-2 text-14 font-[650]">
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={`Compare: ${name}`}
            onChange={(event) => onChoose(run, event.currentTarget.checked)}
            className="size-5 accent-ink"
          />
          Compare
        </label>
        {role === 'shared' && (
          <IconButton
            label={`Remove from your list: ${name}`}
            title="Remove from your list"
            onClick={(press) => {
              keepFocusInSection(press.currentTarget);
              actions.takeOff(run);
            }}
          >
            <CloseIcon />
          </IconButton>
        )}
        {role === 'owner' && (
          <>
            <IconButton ref={trigger} label={`Rename: ${name}`} title="Rename" onClick={begin}>
              <PencilIcon />
            </IconButton>
            <IconButton label={`Add files: ${name}`} title="Add files" onClick={() => onAdd(run)}>
              <PlusIcon />
            </IconButton>
            {!isLocal && (
              <IconButton label={`Share: ${name}`} title="Share" onClick={() => onShare(run)}>
                <ShareIcon />
              </IconButton>
            )}
            <DeleteButton name={name} onDelete={() => actions.remove(run)} />
          </>
        )}
      </div>
    </li>
  );
});

function WhenAndWhat({ run }: { readonly run: LocalRun }) {
  const { timestamp } = run.details;
  if (timestamp === null) return 'Unknown Date';
  return <time dateTime={new Date(timestamp * 1000).toISOString()}>{writeDate(timestamp)}</time>;
}

function Figures({ distance, duration }: { readonly distance: number | null; readonly duration: number | null }) {
  const units = useUnits();
  const figures = [
    ...(distance === null ? [] : [writeDistance(distance, units)]),
    ...(duration === null ? [] : [writeTime(duration, 0)]),
  ];
  return figures.length === 0 ? null : <p className="digits text-20 font-[720]">{figures.join(' · ')}</p>;
}
