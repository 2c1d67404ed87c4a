import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { EVENT_COST, RACER_COST } from '../../../domain/credits/prices.ts';
import { counted } from '../../../domain/language.ts';
import { hasNamesake } from '../../../domain/racers/same-name.ts';
import { defaultEventName } from '../../../domain/timing/time-zones.ts';
import { epochMs } from '../../../domain/units.ts';
import { errors } from '../../../protocol/errors.ts';
import { MAX_NAME_LENGTH } from '../../../protocol/limits.ts';
import { withNext } from '../../session/next-page.ts';
import { useDraft } from '../../session/use-draft.ts';
import { useViewer } from '../../session/viewer.ts';
import type { SyncClient } from '../../sync/sync-client.ts';
import { useObservable, useSync } from '../../sync/use-sync.ts';
import { useAlert } from '../../ui/alert-dialog.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { localTimeZone } from '../../ui/moment.ts';
import { Priced } from '../../ui/priced.tsx';
import { listOwnEvents } from '../../event/list-events.ts';
import { createEvent, mayPayForEvent } from '../../event/event-steps.ts';
import { latePart } from '../../event/late-part.tsx';
import { enterFirstRacers, useFirstRacers, WhoRaces } from './who-races.tsx';

const picker = latePart(() => import('./dialogs/event-picker.tsx').then((module) => module.EventPicker));

export interface ChooseEventProps {
  readonly onOpenEvent: (eventId: string) => void;
  /** Called where this screen did not arrive. */
  readonly onClose: () => void;
}

/** No event is open: the viewer chooses one, or makes one. */
export function ChooseEvent({ onOpenEvent }: ChooseEventProps) {
  const isUser = useViewer().kind === 'user';
  const account = useObservable(useSync()?.account, null);
  const hasEvents = account === null || !account.isKnown || listOwnEvents(account.events, '', 'newest').length > 0;
  const isNew = useLocation().hash === '#new';
  const pick = hasEvents && <PickEvent onOpenEvent={onOpenEvent} />;
  return (
    <div className="page flex max-w-2xl flex-col gap-6 py-8 sm:py-12">
      <h1 className="heading text-32 sm:text-44">Select an Event</h1>
      {isUser ? (
        <>
          {!isNew && pick}
          <CreateEvent onOpenEvent={onOpenEvent} isAsked={isNew} isFirst={!hasEvents} />
          {isNew && pick}
        </>
      ) : (
        <SignInFirst />
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly onOpenEvent: (eventId: string) => void;
}

function PickEvent({ onOpenEvent }: ChoiceProps) {
  const sync = useSync();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => void picker.preload(), []);
  return (
    <>
      <Button size="timing" className="w-full" busy={sync === null} onClick={() => setIsOpen(true)}>
        Select an Event
      </Button>
      {isOpen && sync !== null && <picker.Part sync={sync} onSelect={onOpenEvent} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface CreateEventProps extends ChoiceProps {
  readonly isAsked: boolean;
  /** The user has no event yet: who races is asked together with the name. */
  readonly isFirst: boolean;
}

function CreateEvent({ onOpenEvent, isAsked, isFirst }: CreateEventProps) {
  const sync = useSync();
  const account = useObservable(sync?.account, null);
  const alerts = useAlert();
  const navigate = useNavigate();
  const draft = useDraft('event');
  const [name, setName] = useState(() => draft.recall() ?? defaultEventName(epochMs(Date.now()), localTimeZone()));
  const [isBlank, setIsBlank] = useState(false);
  const [isCreating, setIsCreating] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const first = useFirstRacers(account, isCreating);

  // The user pressed 'Create New Event': the next key changes the name, and Enter creates the event. This part arrives after
  // its page.
  useEffect(() => {
    if (!isAsked) return;
    // A first event has a name already, and its racers not yet.
    const names = form.current?.querySelector('textarea');
    if (names) return names.focus({ preventScroll: true });
    field.current?.focus();
    field.current?.select();
  }, [isAsked, isFirst]);

  const racers = first.plan.payable + first.plan.reused.length;
  const buy = () => void navigate(withNext('/buy-credits', '/timer'));

  /** The same name again is most often a second press, and it is charged. */
  function isWanted({ account }: SyncClient): Promise<boolean> | true {
    if (!hasNamesake(listOwnEvents(account.getSnapshot().events, '', 'newest'), name)) return true;
    return alerts.confirm({
      title: 'You have an event with this name',
      message: `A second one named ${name.trim()} costs ${EVENT_COST} credits.`,
      confirmLabel: 'Create another',
      cautious: true,
    });
  }

  async function create(event: FormEvent) {
    event.preventDefault();
    if (sync === null || isCreating) return;
    if (name.trim() === '') return setIsBlank(true);
    setIsCreating(true);
    try {
      if ((await isWanted(sync)) && (await mayPayForEvent(sync, alerts, buy))) {
        const eventId = await createEvent(sync, name);
        if (isFirst) await enterFirstRacers(sync, eventId, first);
        draft.discard();
        first.discard();
        onOpenEvent(eventId);
      }
    } catch (error) {
      console.warn('The event could not be recorded.', error);
      await alerts.alert('This device could not keep the new event. Try again, or use another browser.');
    }
    setIsCreating(false);
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Create an event"
      onSubmit={(event) => void create(event)}
      className="flex flex-col gap-4 rounded-card border border-line bg-card p-5 shadow-card sm:p-6"
    >
      <Field
        label="Race name"
        ref={field}
        value={name}
        maxLength={MAX_NAME_LENGTH}
        dir="auto"
        autoComplete="off"
        error={isBlank ? errors['event-name-blank'].text : undefined}
        onChange={(event) => {
          setName(event.target.value);
          draft.keep(event.target.value);
          setIsBlank(false);
        }}
      />
      {isFirst && <WhoRaces first={first} isReadOnly={isCreating} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-14 text-ink-2">Works without a signal.</p>
        <Button type="submit" variant="primary" size="lg" busy={isCreating || sync === null}>
          <Priced credits={EVENT_COST + (isFirst ? first.plan.payable * RACER_COST : 0)}>
            {isFirst && racers > 0 ? `Create Event with ${counted(racers, 'racer', 'racers')}` : 'Create Event'}
          </Priced>
        </Button>
      </div>
    </form>
  );
}

function SignInFirst() {
  return (
    <div className="flex flex-col items-start gap-4 rounded-card border border-line bg-card p-5 shadow-card sm:p-6">
      <p className="text-16 text-ink-2">
        Your events are in your account. To watch or to help at someone else’s race, open the link they sent you.
      </p>
      <div className="flex flex-wrap gap-3">
        <a href={withNext('/login', '/timer')} className={buttonClass({ variant: 'primary', size: 'lg' })}>
          Sign In
        </a>
        <a href={withNext('/login?signup=true', '/timer')} className={buttonClass({ size: 'lg' })}>
          Create Free Account
        </a>
      </div>
    </div>
  );
}
