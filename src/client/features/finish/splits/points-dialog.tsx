import { counted } from '../../../../domain/language.ts';
import { type FormEvent, useState } from 'react';
import type { SplitPoint } from '../../../../domain/model/race-settings.ts';
import { addPoint, listLostLines, movePoint, renamePoint } from '../../../../domain/results/points.ts';
import { MAX_GROUP_LENGTH, MAX_POINTS } from '../../../../protocol/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { ChevronIcon } from '../../../ui/tool-icons.tsx';
import { showUndo } from '../../../ui/undo-bar.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';

export interface PointsDialogProps {
  readonly open: OpenEvent;
  readonly onClose: () => void;
}

/** For the owner: names, order and number of the points between start and finish. */
export function PointsDialog({ open, onClose }: PointsDialogProps) {
  const { event } = open;
  const { points } = event.race;
  const lost = listLostLines(event);
  const configure = (next: readonly SplitPoint[]) =>
    void open.sync.recordForEvent(open.eventId, { type: 'race.configure', settings: { points: next } });

  function remove({ line, name }: SplitPoint): void {
    configure(points.filter((point) => point.line !== line));
    showUndo({ message: `${name} removed. Its times stay.`, undo: () => configure(points) });
  }

  return (
    <Dialog open onClose={onClose} title="Points of the course">
      <div className="flex flex-col gap-4">
        {points.length > 0 && (
          <ol aria-label="Points in the order of the course" className="divide-y divide-line">
            {points.map((point, index) => (
              <li key={point.line} className="flex items-center gap-1 py-1">
                <PointName point={point} onRename={(name) => configure(renamePoint(points, point.line, name))} />
                <IconButton
                  label={`${point.name} earlier on the course`}
                  disabled={index === 0}
                  className="disabled:opacity-30"
                  onClick={() => configure(movePoint(points, point.line, -1))}
                >
                  <ChevronIcon className="size-5 rotate-180" />
                </IconButton>
                <IconButton
                  label={`${point.name} later on the course`}
                  disabled={index === points.length - 1}
                  className="disabled:opacity-30"
                  onClick={() => configure(movePoint(points, point.line, 1))}
                >
                  <ChevronIcon className="size-5" />
                </IconButton>
                <IconButton label={`Remove ${point.name}`} onClick={() => remove(point)}>
                  <CloseIcon />
                </IconButton>
              </li>
            ))}
          </ol>
        )}
        {points.length < MAX_POINTS ? (
          <AddPoint onAdd={(name) => configure(addPoint(points, name, crypto.randomUUID().slice(0, 8)))} />
        ) : (
          <p className="text-ink-2">A course has {MAX_POINTS} points at most.</p>
        )}
        {points.length < MAX_POINTS && lost.length > 0 && (
          <section>
            <h3 className="text-14 font-[650] text-ink-2">Removed, with times</h3>
            <ul className="divide-y divide-line">
              {lost.map(({ line, taps }) => (
                <li key={line} className="flex items-center justify-between gap-3 py-2">
                  <span className="digits">
                    {line}: {counted(taps, 'time', 'times')}
                  </span>
                  <Button onClick={() => configure([...points, { line, name: line }])}>Bring back</Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}

interface PointNameProps {
  readonly point: SplitPoint;
  readonly onRename: (name: string) => void;
}

/** Leaving the field or Enter saves; an empty name keeps the old one. */
function PointName({ point, onRename }: PointNameProps) {
  const [text, setText] = useState(point.name);
  const [known, setKnown] = useState(point.name);
  if (known !== point.name) {
    setKnown(point.name);
    setText(point.name);
  }
  function save(): void {
    if (text.trim() === '') setText(point.name);
    else if (text.trim() !== point.name) onRename(text);
  }
  return (
    <input
      aria-label={`Name of ${point.name}`}
      value={text}
      dir="auto"
      maxLength={MAX_GROUP_LENGTH}
      autoComplete="off"
      enterKeyHint="done"
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur();
      }}
      className="min-h-12 min-w-0 flex-1 rounded-button border border-line-strong bg-card px-3 font-[650]"
    />
  );
}

function AddPoint({ onAdd }: { readonly onAdd: (name: string) => void }) {
  const [name, setName] = useState('');
  const [isBlank, setIsBlank] = useState(false);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() === '') return setIsBlank(true);
    onAdd(name);
    setName('');
  }
  return (
    <form noValidate onSubmit={submit} className="flex items-end gap-3">
      <Field
        label="New point"
        placeholder="Bridge"
        className="min-w-0 flex-1"
        value={name}
        maxLength={MAX_GROUP_LENGTH}
        dir="auto"
        autoComplete="off"
        error={isBlank ? 'Give the point a name.' : undefined}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setIsBlank(false);
        }}
      />
      <Button type="submit" variant="primary">
        Add point
      </Button>
    </form>
  );
}
