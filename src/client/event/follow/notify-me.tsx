import { type FormEvent, useState } from 'react';
import { ok, refuse } from '../../../domain/result.ts';
import type { FollowAnswer, FollowRequest, PushKeyAnswer } from '../../../protocol/followers.ts';
import { call, callErrorOf } from '../../session/api.ts';
import { deviceStorage } from '../../session/remembered-boot.ts';
import { useAction } from '../../session/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BellIcon, MailIcon } from '../../ui/tool-icons.tsx';
import { type PushAbility, readPushAbility, subscribeToPush } from './push-subscription.ts';
import { api } from '../../../protocol/routes.ts';

export interface NotifyMeProps {
  readonly eventId: string;
  /** Null: the results of the event, once everyone is in. */
  readonly racerId: string | null;
  /** Called where this part did not arrive. */
  readonly onClose?: () => void;
}

/** Messages about a racer or the results, without an account: on this phone, or by mail. */
export function NotifyMe({ eventId, racerId }: NotifyMeProps) {
  const [token, setToken] = useState(() => readFollow(eventId, racerId));
  const [ability, setAbility] = useState(readPushAbility);
  const [isByMail, setIsByMail] = useState(ability !== 'ready');
  const keep = (next: string | null) => {
    keepFollow(eventId, racerId, next);
    setToken(next);
  };
  const push = useAction(async () => {
    const by = await subscribeToPush(fetchPushKey());
    if (by !== null) return follow(eventId, { racerId, by });
    setAbility(readPushAbility());
    setIsByMail(true);
    return ok({ token: null });
  });
  const stop = useAction(unfollow);

  if (token !== null) {
    return (
      <section className="flex flex-col gap-3">
        <Notice tone="good">{racerId === null ? RESULTS : RACER} You’ll get a notification on this phone.</Notice>
        {stop.error && <Notice tone="bad">{stop.error.message}</Notice>}
        <Button busy={stop.isBusy} onClick={() => void stop.run(token).then((stopped) => stopped && keep(null))}>
          Stop the messages
        </Button>
      </section>
    );
  }
  return (
    <section className="flex flex-col gap-3">
      <p className="text-ink-2">{racerId === null ? RESULTS : RACER} No account needed.</p>
      {push.error && <Notice tone="bad">{push.error.message}</Notice>}
      {ability === 'ready' && (
        <Button
          variant="primary"
          size="lg"
          busy={push.isBusy}
          onClick={() => void push.run().then((answer) => answer?.token && keep(answer.token))}
        >
          <BellIcon /> Notify me on this phone
        </Button>
      )}
      <WhyMail ability={ability} />
      {isByMail ? (
        <ByMail eventId={eventId} racerId={racerId} />
      ) : (
        <Button variant="quiet" onClick={() => setIsByMail(true)}>
          <MailIcon /> Email me instead
        </Button>
      )}
    </section>
  );
}

const RACER = 'Start, splits, finish and corrections, as they happen.';
const RESULTS = 'The first three, once everyone is in.';

function WhyMail({ ability }: { readonly ability: PushAbility }) {
  if (ability === 'install') {
    return (
      <Notice tone="info">
        On an iPhone, messages need Pushoff on the Home Screen. Press Share, then “Add to Home Screen”, and open the
        link to this race there. Or get them by email.
      </Notice>
    );
  }
  if (ability === 'blocked') {
    return <Notice tone="info">Your browser blocks notifications from this site. Allow them in its settings.</Notice>;
  }
  return ability === 'none' ? (
    <Notice tone="info">This browser can’t show notifications. Get them by email.</Notice>
  ) : null;
}

function ByMail({ eventId, racerId }: Omit<NotifyMeProps, 'onClose'>) {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { isBusy, error, run } = useAction(async (by: FollowRequest['by'] & { kind: 'mail' }) =>
    by.email === '' ? refuse(callErrorOf('email-invalid')) : follow(eventId, { racerId, by }),
  );

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const address = email.trim();
    if ((await run({ kind: 'mail', email: address })) !== null) setSentTo(address);
  }

  if (sentTo !== null) {
    return (
      <Notice tone="good">
        We’ve emailed <strong className="font-[650] wrap-anywhere">{sentTo}</strong>. Open the link to confirm. We won’t
        send anything else until you do.
      </Notice>
    );
  }
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
      <Field
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={error?.message}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" busy={isBusy}>
        <MailIcon /> Email me updates
      </Button>
    </form>
  );
}

async function fetchPushKey(): Promise<string | null> {
  const answer = await call<PushKeyAnswer>('GET', api.pushKey);
  return answer.ok ? answer.value.key : null;
}

/** Viewers who came by a link send its key; others are known by their session. */
function follow(eventId: string, request: FollowRequest) {
  const key = new URLSearchParams(location.search).get('guestViewerKey');
  const query = key === null ? '' : `?key=${encodeURIComponent(key)}`;
  return call<FollowAnswer>('POST', api.followers.replace(':eventId', eventId) + query, request);
}

const unfollow = (token: string) => call<{ stopped: true }>('POST', api.unfollow, { token });

const nameOf = (eventId: string, racerId: string | null): string => `pushoff-follow:${eventId}:${racerId ?? ''}`;

/** The token that stops the messages of this device about a racer; null where there are none, and without storage. */
function readFollow(eventId: string, racerId: string | null): string | null {
  try {
    return deviceStorage.getItem(nameOf(eventId, racerId));
  } catch {
    return null;
  }
}

function keepFollow(eventId: string, racerId: string | null, token: string | null): void {
  try {
    if (token === null) deviceStorage.removeItem(nameOf(eventId, racerId));
    else deviceStorage.setItem(nameOf(eventId, racerId), token);
  } catch {
    // A browser without storage forgets the token; messages can still be stopped by their own link.
  }
}
