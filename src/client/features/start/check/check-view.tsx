import { plural } from '../../../../domain/language.ts';
import { useMemo, useState } from 'react';
import { listZeroTests } from '../../../../domain/board/zero-test.ts';
import { rateClock } from '../../../../domain/timing/clock-quality.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { useIsDurable, useObservable } from '../../../sync/use-sync.ts';
import { Button } from '../../../ui/button.tsx';
import { nameAuthor, nameDevice } from '../../../event/author.ts';
import { isNameless } from '../../../event/helpers/posts.ts';
import { NameForm } from '../../../event/helpers/name-form.tsx';
import { openPost } from '../../../event/helpers/posts.ts';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { CheckRow } from './check-row.tsx';
import { useBattery } from '../../../timing/use-battery.ts';
import { useKeptStorage, useSoundTest, useWakeLockTest } from './phone.ts';
import { Link } from '../../../ui/link.tsx';
import { Section } from '../../../ui/section.tsx';

/** Page that checks everything about this phone that can spoil a race, before the race begins. */
export function CheckView({ open, onClose }: TimerViewProps) {
  const { sync } = open;
  const who = (
    <Section title="Who is timing here?">
      <NameForm open={open} onDone={(post) => (post === null ? onClose() : openPost(post))} />
    </Section>
  );
  const [isAsked] = useState(isNameless(open));
  return (
    <>
      {/* A helper who was asked for a name on the board finds the question here at once. */}
      {isAsked && who}
      <ul className="flex flex-col gap-2">
        <ClockRow open={open} />
        <SignalRow open={open} />
        <StorageRow isDurable={useIsDurable(sync)} />
        <ScreenRow />
        <BatteryRow />
        <SoundRow />
      </ul>
      <p>
        <Link to="/on-this-phone" className="link">
          Check this phone’s camera and disk
        </Link>
      </p>
      <ZeroTests open={open} />
      {!isAsked && who}
    </>
  );
}

type Props = Pick<TimerViewProps, 'open'>;

function ClockRow({ open: { sync } }: Props) {
  const uncertainty = useObservable(sync.clock.quality, null);
  const quality = rateClock(uncertainty);
  if (quality === 'unknown') {
    return (
      <CheckRow state="wait" title="Clock" text="Not measured yet. Wait until this phone has had a signal once." />
    );
  }
  return quality === 'good' ? (
    <CheckRow state="good" title="Clock" text={`Accurate to ±${uncertainty} ms.`} />
  ) : (
    <CheckRow state="bad" title="Clock" text={`±${uncertainty} ms. Go where the signal is better for a minute.`} />
  );
}

function SignalRow({ open: { sync } }: Props) {
  const status = useObservable(sync.status, null);
  const waiting = status?.unsynced ?? 0;
  if (status !== null && status.connection !== 'connecting') {
    return (
      <CheckRow
        state="good"
        title="Signal"
        text={waiting === 0 ? 'Connected. Everything is sent.' : `Connected. ${waiting} still to be sent.`}
      />
    );
  }
  return (
    <CheckRow
      state="wait"
      title="Signal"
      text={plural(
        waiting,
        `None at the moment. Keep timing: ${waiting} tap saved on this phone.`,
        `None at the moment. Keep timing: ${waiting} taps saved on this phone.`,
      )}
    />
  );
}

function StorageRow({ isDurable }: { readonly isDurable: boolean }) {
  const { isKept, ask } = useKeptStorage();
  if (!isDurable) {
    return (
      <CheckRow
        state="bad"
        title="Storage"
        text="This browser keeps nothing when the page closes. Leave it open, or use another browser."
      />
    );
  }
  if (isKept === true)
    return <CheckRow state="good" title="Storage" text="Taps stay on this phone until it has sent them." />;
  return (
    <CheckRow
      state="wait"
      title="Storage"
      text="The browser may clear taps that wait if the phone runs out of room."
      action={
        <Button onClick={() => void ask()}>{isKept === null ? 'Checking…' : 'Ask the browser to keep them'}</Button>
      }
    />
  );
}

function ScreenRow() {
  const stays = useWakeLockTest();
  return stays ? (
    <CheckRow state="good" title="Screen" text="Stays on while racers are on course." />
  ) : (
    <CheckRow
      state="bad"
      title="Screen"
      text="May go dark. Set the phone’s automatic lock to ‘Never’ for the race, and leave the low-power mode."
    />
  );
}

function BatteryRow() {
  const battery = useBattery();
  if (battery === null) {
    return (
      <CheckRow state="wait" title="Battery" text="This browser doesn’t say. Look at the phone. Above 50 % is safe." />
    );
  }
  const percent = Math.round(battery.level * 100);
  const isEnough = battery.isCharging || percent >= 50;
  const text = `${percent} %${battery.isCharging ? ', charging' : ''}.${isEnough ? '' : ' Charge it, or bring a power bank.'}`;
  return <CheckRow state={isEnough ? 'good' : 'bad'} title="Battery" text={text} />;
}

function SoundRow() {
  const { wasPlayed, play } = useSoundTest();
  return (
    <CheckRow
      state="wait"
      title="Sound"
      text={
        wasPlayed
          ? 'Did you hear three notes? If not, turn the volume up and the mute switch off.'
          : 'For the countdown at the start.'
      }
      action={<Button onClick={play}>Play three notes</Button>}
    />
  );
}

/** Two phones tapped together show their difference. */
function ZeroTests({ open }: Props) {
  const { event, eventId, sync } = open;
  const tests = useMemo(() => listZeroTests(event).slice(0, 5), [event]);
  return (
    <Section title="Compare two phones">
      <p className="text-ink-2">
        Open this page on two phones, hold them side by side and press both buttons together. What you see is the
        difference between the clocks, plus your thumbs.
      </p>
      <Button
        size="timing"
        variant="primary"
        onPointerDown={(pressed) => {
          const captured = sync.clock.stampFromEvent(pressed.timeStamp);
          void sync.recordForEvent(eventId, { type: 'tap.record', line: 'zero', run: 1, racerId: null }, captured);
        }}
        // Keys send a click without a pointer.
        onClick={(clicked) => {
          if (clicked.detail !== 0) return;
          const captured = sync.clock.stampFromEvent(clicked.timeStamp);
          void sync.recordForEvent(eventId, { type: 'tap.record', line: 'zero', run: 1, racerId: null }, captured);
        }}
      >
        Tap together
      </Button>
      <ol className="flex flex-col gap-2" aria-label="Comparisons of two phones">
        {tests.map(({ at, readings }) => (
          <li key={readings[0]!.tap.id} className="digits rounded-card border border-line p-3">
            <p className="text-14 text-ink-2">{formatTimeOfDay(at, event.timeZone)}</p>
            {readings.map(({ tap, off }) => (
              <p key={tap.id}>
                <bdi>{nameAuthor(tap.by, open)}</bdi> ({nameDevice(tap.by, open)}):{' '}
                {readings.length === 1
                  ? 'no second phone tapped'
                  : `${off > 0 ? '+' : off < 0 ? '−' : '±'}${Math.abs(off)} ms`}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Section>
  );
}
