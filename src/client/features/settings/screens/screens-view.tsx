import { type FormEvent, useState } from 'react';
import type { ScreenKind } from '../../../../protocol/screen-address.ts';
import { MAX_SCREEN_NAME_LENGTH } from '../../../../protocol/screens.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { ViewPage } from '../../../event/view-page.tsx';
import { ScreenCard } from './screen-card.tsx';
import { KINDS } from './screen-kinds.ts';
import { listCategories } from '../../../../domain/results/category-ranks.ts';
import { type Screens, useScreens } from '../../../event/use-screens.ts';
import { MAX_SCREENS } from '../../../../protocol/limits.ts';

/** Addresses for a television, the announcer and a broadcast, each with a key that can be withdrawn. */
export function ScreensView({ open, onClose }: TimerViewProps) {
  const { event, eventId, shown } = open;
  const { teams, shows } = event.format;
  const { screens, error, retry, add, withdraw } = useScreens(eventId);
  return (
    <ViewPage title="Screens" name={event.name} onClose={onClose}>
      <p className="max-w-[60ch] text-ink-2">
        A screen shows what viewers see, on a television, for the announcer, over a video or as a clock at the start.
        Give each its own address, so you can turn one off while the others carry on. The announcer’s screen also reads
        earlier times on the course. A screen that a guest made goes dark when the guest loses access.
      </p>
      {error !== null && (
        <Notice tone="bad">
          {error.message}
          {screens === null && (
            <Button className="mt-2" onClick={retry}>
              Try again
            </Button>
          )}
        </Notice>
      )}
      {screens !== null && screens.length < MAX_SCREENS && <NewScreen add={add} />}
      {screens?.length === 0 && (
        <EmptyState title="No screens yet">Name the first one, for example TV in the hall.</EmptyState>
      )}
      {screens?.map((screen) => (
        <ScreenCard
          key={screen.id}
          screen={screen}
          eventId={eventId}
          viewerKey={shown.keys?.viewer ?? null}
          teams={teams !== null && shows.includes(teams.of) ? teams : null}
          categories={shows.includes('category') ? listCategories(event) : []}
          onWithdraw={() => withdraw(screen)}
        />
      ))}
    </ViewPage>
  );
}

function NewScreen({ add }: Pick<Screens, 'add'>) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<ScreenKind>('board');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function submit(submitted: FormEvent) {
    submitted.preventDefault();
    setIsBusy(true);
    const error = await add(name.trim(), kind);
    setIsBusy(false);
    setProblem(error?.message ?? null);
    if (error === null) setName('');
  }

  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={(submitted) => void submit(submitted)}>
      <Field
        label="Name of the screen"
        placeholder="TV in the hall"
        maxLength={MAX_SCREEN_NAME_LENGTH}
        value={name}
        error={problem}
        onChange={(change) => setName(change.currentTarget.value)}
        className="min-w-52 flex-1"
      />
      <SelectField
        label="Shows"
        value={kind}
        onChange={(value) => setKind(value as ScreenKind)}
        options={KINDS}
        className="max-sm:w-full"
      />
      <Button type="submit" variant="primary" busy={isBusy} disabled={name.trim() === ''} className="max-sm:w-full">
        Add screen
      </Button>
    </form>
  );
}
