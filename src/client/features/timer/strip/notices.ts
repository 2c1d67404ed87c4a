import { useMemo } from 'react';
import { rateClock } from '../../../../domain/timing/clock-quality.ts';
import { roomLeft } from '../../../../domain/events/capacity.ts';
import { counted } from '../../../../domain/language.ts';
import { countLateStarts, stopNow } from '../../../../domain/model/stops.ts';
import { listUnassigned } from '../../../../domain/results/second-readings.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { errors } from '../../../../protocol/errors.ts';
import { withNext } from '../../../session/next-page.ts';
import { useIsDurable, useObservable } from '../../../sync/use-sync.ts';
import { addressOf, type OpenEvent } from '../../../event/event-context.ts';
import { lackingParts } from '../../../event/late-part.tsx';
import { isNameless } from '../../../event/helpers/posts.ts';

/** A message that an admin should read before the next tap. It has its place in the strip and moves no row. */
export interface BoardNotice {
  /** `ask`: nothing is wrong, so it is not among what needs a look. */
  readonly tone: 'bad' | 'info' | 'ask';
  readonly text: string;
  /** Without an address: load the page again, or open the list of what needs a look. */
  readonly action?: { readonly label: string; readonly href?: string; readonly isLook?: true };
}

/** The worst first. */
export function useNotices(open: OpenEvent): readonly BoardNotice[] {
  const { sync, event, shown, may } = open;
  const isDurable = useIsDurable(sync);
  const uncertainty = useObservable(sync.clock.quality, null);
  const lacking = useObservable(lackingParts, 0);
  const left = roomLeft(event);
  const stop = stopNow(event);
  const late = useMemo(() => countLateStarts(event), [event]);
  const unnamed = useMemo(() => listUnassigned(event).length, [event]);
  const notices: (BoardNotice | false)[] = [
    stop !== null && {
      tone: 'bad',
      text:
        late === 0
          ? `Race stopped at ${formatTimeOfDay(stop.from, event.timeZone)}: nobody starts.`
          : `Race stopped at ${formatTimeOfDay(stop.from, event.timeZone)}. ${counted(late, 'start', 'starts')} since then, kept until you decide about them.`,
      action: { label: 'Who is out', href: viewOf(open, 'stop') },
    },
    stop === null &&
      late > 0 && {
        tone: 'bad',
        text: `${counted(late, 'start', 'starts')} while the race was stopped, kept until you decide about them.`,
        action: { label: 'Take a look', href: viewOf(open, 'stop') },
      },
    shown.isOutdated && {
      tone: 'bad',
      text: 'This page is older than the race. Update to see everything.',
      action: { label: 'Update' },
    },
    shown.problem !== null && {
      tone: 'bad',
      text: `${errors[shown.problem].text} This is the last version this phone received. Everything you tap is saved here.`,
    },
    !isDurable && {
      tone: 'bad',
      text: 'This device cannot keep taps. Close this page and you lose every tap that still waits. Leave it open, or use another browser.',
    },
    event.awaitingCredits && {
      tone: 'info',
      text: errors['awaiting-credits'].text,
      ...(may('share') && { action: { label: 'Buy credits', href: withNext('/buy-credits', addressOf(open)) } }),
    },
    left !== null && {
      tone: left === 0 ? 'bad' : 'info',
      text:
        left === 0
          ? errors['event-full'].text
          : `Only ${left} more times fit in this event. Copy it now and carry on in the copy.`,
    },
    lacking > 0 && {
      tone: 'info',
      text: 'A part of this page hasn’t arrived. Keep timing. We ask for it until it’s here.',
    },
    rateClock(uncertainty) === 'poor' && {
      tone: 'info',
      text: `This phone’s clock may be off by ${uncertainty} ms. All taps are saved. Find a better signal for more accurate times.`,
    },
    unnamed > 0 && {
      tone: 'ask',
      text: `${counted(unnamed, 'time', 'times')} to assign, with no racer yet.`,
      action: { label: 'Assign', isLook: true },
    },
    event.rehearsal !== null && {
      tone: 'ask',
      text: 'Rehearsal: nothing counts.',
      action: { label: 'End it', href: viewOf(open, 'rehearsal') },
    },
    isNameless(open) && {
      tone: 'ask',
      text: 'Who is timing here?',
      action: { label: 'Add your name', href: viewOf(open, 'check') },
    },
  ];
  return notices.filter((notice) => notice !== false);
}

const viewOf = (open: OpenEvent, view: string): string => `${addressOf(open)}&view=${view}`;
