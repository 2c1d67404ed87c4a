import { useState } from 'react';
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
import { RunningClock } from '../../timing/clocks/running-clock.tsx';
import type { Standing } from './racer-standing.ts';

const notifyMe = latePart(() => import('../../event/follow/notify-me.tsx').then((module) => module.NotifyMe));

export interface RiderDialogProps {
  readonly eventId: string;
  readonly standing: Standing;
  readonly timeZone: string;
  /** Null where the address has no key to pass on. */
  readonly link: string | null;
  readonly isStarred: boolean;
  readonly onStar: (isStarred: boolean) => void;
  readonly onClose: () => void;
}

/** One racer: where they stand, to be followed and passed on. */
export function RiderDialog({ eventId, standing, timeZone, link, isStarred, onStar, onClose }: RiderDialogProps) {
  const { racer, words, time, runsSince } = standing;
  const { name, bib, groups } = racer.entry;
  const facts: [string, string][] = [
    ...(bib ? [['Bib', bib] as [string, string]] : []),
    ...(groups.length > 0 ? [['Groups', groups.join(' · ')] as [string, string]] : []),
    ...(racer.startTime === null ? [] : [['Start', formatTimeOfDay(racer.startTime, timeZone)] as [string, string]]),
    ...(racer.finishTime === null ? [] : [['Finish', formatTimeOfDay(racer.finishTime, timeZone)] as [string, string]]),
  ];

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
      <p className="digits text-44 font-[760]">{runsSince === null ? time : <RunningClock startTime={runsSince} />}</p>
      <p className="digits text-18 text-ink-2">{words}</p>
      <dl className="digits mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 pb-2">
        {facts.map(([fact, value]) => (
          <div key={fact} className="contents">
            <dt className="text-ink-2">{fact}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        {isAsked ? (
          <notifyMe.Part eventId={eventId} racerId={racer.entry.racerId} onClose={() => setIsAsked(false)} />
        ) : (
          <Button className="w-full" onClick={() => setIsAsked(true)}>
            <BellIcon /> Tell me how it goes
          </Button>
        )}
      </div>
      {isBlocked && link !== null && (
        <Field
          label="Copying is blocked here. Select the link and copy it by hand."
          readOnly
          dir="ltr"
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </Dialog>
  );
}
