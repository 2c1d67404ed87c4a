import { useState } from 'react';
import type { EpochMs } from '../../../domain/units.ts';
import { arePicturesOpen } from '../../../domain/model/race-settings.ts';
import type { EventState } from '../../../domain/model/state.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { readPoints } from '../../../domain/results/split-board.ts';
import { describePenalty } from '../../../domain/timing/amount.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Field } from '../../ui/field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ShareIcon } from '../../ui/icons.tsx';
import { openShareSheet, hasShareSheet } from '../../ui/share-sheet.ts';
import { showToast } from '../../ui/toast.tsx';
import { BellIcon } from '../../ui/tool-icons.tsx';
import { latePart } from '../../event/late-part.tsx';
import type { Standing } from './racer-standing.ts';
import { StandingClock } from './standing-clock.tsx';

const notifyMe = latePart(() => import('../../event/follow/notify-me.tsx').then((module) => module.NotifyMe));

const photo = latePart(() =>
  import('../../event/racer/shown-photo-finish.tsx').then((module) => module.ShownPhotoFinish),
);

export interface RiderDialogProps {
  readonly event: EventState;
  readonly standing: Standing;
  /** Null where the address has no key to pass on. */
  readonly link: string | null;
  readonly isStarred: boolean;
  readonly onStar: (isStarred: boolean) => void;
  readonly onClose: () => void;
}

/** One racer: where they stand, to be followed and passed on. */
export function RiderDialog({ event, standing, link, isStarred, onStar, onClose }: RiderDialogProps) {
  const { racer } = standing;
  const { name } = racer.entry;
  const [isBlocked, setIsBlocked] = useState(false);
  const [isAsked, setIsAsked] = useState(false);

  async function share(): Promise<void> {
    if (link === null) return;
    if (hasShareSheet() && (await openShareSheet({ title: name, link }))) return;
    if (await copyText(link)) showToast('Link copied. It opens with this racer on top.', { tone: 'good' });
    else setIsBlocked(true);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={name}
      footer={
        <>
          {link !== null && (
            <Button onClick={() => void share()}>
              <ShareIcon /> Share racer
            </Button>
          )}
          <Button variant="primary" aria-pressed={isStarred} onClick={() => onStar(!isStarred)}>
            {isStarred ? '★ Following' : '☆ Follow'}
          </Button>
        </>
      }
    >
      <StandingClock
        standing={standing}
        draw={(words, time) => (
          <>
            <p className="digits text-44 font-[760]">{time}</p>
            <p className="digits text-18 text-ink-2">{words}</p>
          </>
        )}
      />
      <dl className="digits mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 pb-2">
        {factsOf(event, racer).map(([fact, value]) => (
          <div key={fact} className="contents">
            <dt className="text-ink-2">{fact}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {arePicturesOpen(event) &&
        finishesSeen(event, racer.entry.racerId).map(({ id }) => <photo.Part key={id} event={event} tapId={id} />)}
      <div className="mt-4">
        {isAsked ? (
          <notifyMe.Part eventId={event.id} racerId={racer.entry.racerId} onClose={() => setIsAsked(false)} />
        ) : (
          <Button className="w-full" onClick={() => setIsAsked(true)}>
            <BellIcon /> Send me updates
          </Button>
        )}
      </div>
      {isBlocked && link !== null && (
        <Field
          label="This browser blocks copying. Select the link and copy it by hand."
          readOnly
          dir="ltr"
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </Dialog>
  );
}

/** What viewers may read of a racer, the splits in the order of the course. */
function factsOf(event: EventState, racer: EntryResult): readonly (readonly [string, string])[] {
  const { entry, startTime, finishTime, penalty, unit } = racer;
  const { category, class: ofClass, club, team } = entry.details ?? {};
  const at = (moment: EpochMs | null) => (moment === null ? '' : formatTimeOfDay(moment, event.timeZone));
  const splits = readPoints(event).flatMap(({ point, ranked }) => {
    const passed = ranked.find((each) => each.racer.entry.racerId === entry.racerId);
    return passed === undefined
      ? []
      : [[point.name, `${formatDuration(passed.elapsed, unit)} · #${passed.rank}`] as const];
  });
  const facts: readonly (readonly [string, string])[] = [
    ['Bib', entry.bib ?? ''],
    ['Category', category ?? ''],
    ['Class', ofClass ?? ''],
    ['Club', club ?? ''],
    ['Team', team ?? ''],
    ['Groups', entry.groups.join(' · ')],
    ['Start', at(startTime)],
    ...splits,
    ['Finish', at(finishTime)],
    ['Penalty', penalty === 0 ? '' : describePenalty(penalty)],
  ];
  return facts.filter(([, value]) => value !== '');
}

/** Finishes that a camera made: only of these there may be pictures. */
const finishesSeen = ({ taps }: EventState, racerId: string) =>
  Object.values(taps).filter((tap) => tap.racerId === racerId && tap.line === 'finish' && tap.seen !== undefined);
