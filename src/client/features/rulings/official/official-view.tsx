import { type FormEvent, useMemo, useState } from 'react';
import { counted } from '../../../../domain/language.ts';
import { listAnomalies } from '../../../../domain/results/anomalies.ts';
import { readCorrections } from '../../../../domain/results/describe-correction.ts';
import { describeOfficial } from '../../../../domain/results/official-since.ts';
import { MAX_REASON_LENGTH } from '../../../../protocol/limits.ts';
import { useObservable } from '../../../sync/use-sync.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { CorrectionsList } from '../../../leaderboard/standings/corrections-list.tsx';
import { GiveTime } from '../../../event/racer/give-time.tsx';
import { RacerDetails } from '../../../event/racer/racer-details.tsx';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { useView } from '../../../event/use-view.ts';
import { ViewPage } from '../../../event/view-page.tsx';
import { AnomalyList } from './anomaly-list.tsx';
import type { Place } from './anomaly-words.ts';
import { useSeenAnomalies } from './seen-anomalies.ts';
import { Section } from '../../../ui/section.tsx';

/** For the owner: what is odd, and the word that the results stand. Nothing here is a condition for it. */
export function OfficialView({ open, onClose }: TimerViewProps) {
  const { event, sync, eventId, shown } = open;
  const { official } = event;
  const status = useObservable(sync.status, null);
  const refused = (status?.needsAttention ?? []).filter(
    ({ command }) => 'eventId' in command && command.eventId === eventId,
  ).length;
  const waiting = shown.pendingIds.size;
  const anomalies = useMemo(() => listAnomalies(event, { waiting, refused }), [event, waiting, refused]);
  const seen = useSeenAnomalies(eventId);
  const unseen = anomalies.filter(({ id }) => !seen.has(id)).length;
  const [place, setPlace] = useState<Place | null>(null);
  const { open: openView } = useView();
  const close = () => setPlace(null);
  const onGive = (tapId: string) => setPlace({ kind: 'give', tapId });
  const corrections = readCorrections(event);

  return (
    <ViewPage
      title={official === null ? 'Declare results official' : 'Official results'}
      name={event.name}
      onClose={onClose}
    >
      {official !== null && <Declared open={open} official={official} />}
      <Section
        title={
          anomalies.length === 0 ? 'Nothing is odd' : counted(anomalies.length, 'thing to look at', 'things to look at')
        }
      >
        {anomalies.length === 0 ? (
          <p className="text-ink-2">Everybody has a time or a ruling, and no clock, reading or time stands out.</p>
        ) : (
          <>
            <p className="text-ink-2">
              Press a line to mend it. What is right as it is gets a tick, which this device remembers.
            </p>
            <AnomalyList
              event={event}
              anomalies={anomalies}
              seen={seen}
              onOpen={(next) => (next.kind === 'view' ? openView(next.id) : setPlace(next))}
            />
          </>
        )}
      </Section>
      {official === null ? (
        <Declare open={open} unseen={unseen} />
      ) : (
        <CorrectionsList event={event} corrections={corrections} />
      )}
      {place?.kind === 'racer' && <RacerDetails open={open} racerId={place.racerId} onGive={onGive} onClose={close} />}
      {place?.kind === 'give' && <GiveTime open={open} tapId={place.tapId} onClose={close} />}
    </ViewPage>
  );
}

type Open = TimerViewProps['open'];

function Declare({ open: { sync, eventId }, unseen }: { readonly open: Open; readonly unseen: number }) {
  const [note, setNote] = useState('');

  function submit(submitted: FormEvent): void {
    submitted.preventDefault();
    void sync.recordForEvent(eventId, { type: 'official.set', note: note.trim() });
    showToast('The results are official.', { tone: 'good' });
  }

  return (
    <form noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-4">
      <h2 className="text-18 font-[720]">Declare</h2>
      <p className="text-ink-2">
        Everybody who reads the results then sees since when they are official. What changes after that is marked as
        corrected and listed for everybody: what it was, what it is now, and when. The list names nobody who changed a
        result.
      </p>
      {unseen > 0 && (
        <Notice tone="info">
          {counted(unseen, 'thing above has no tick', 'things above have no tick')}. You can declare the results all the
          same.
        </Notice>
      )}
      <Field
        label="Note for everybody"
        optional
        placeholder="Checked by two timekeepers"
        value={note}
        maxLength={MAX_REASON_LENGTH}
        dir="auto"
        autoComplete="off"
        onChange={(change) => setNote(change.currentTarget.value)}
      />
      <Button type="submit" variant="primary" className="sm:self-start">
        Declare official
      </Button>
    </form>
  );
}

interface DeclaredProps {
  readonly open: Open;
  readonly official: NonNullable<Open['event']['official']>;
}

function Declared({ open: { sync, eventId, event }, official }: DeclaredProps) {
  const { confirm } = useAlert();
  const [typed, setNote] = useState<string | null>(null);
  const note = typed ?? official.note;
  const record = (next: string | null) => void sync.recordForEvent(eventId, { type: 'official.set', note: next });

  async function withdraw(): Promise<void> {
    const isSure = await confirm({
      title: 'Withdraw?',
      message:
        'The results are provisional again, and the list of corrections ends. Declaring them once more begins a new one.',
      confirmLabel: 'Withdraw',
      danger: true,
    });
    if (!isSure) return;
    record(null);
    showToast('The results are provisional again.');
  }

  return (
    <section className="flex max-w-xl flex-col gap-4">
      <Notice tone="good">
        <p className="font-[650]">{describeOfficial(official, event.timeZone)}</p>
      </Notice>
      <form
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          record(note.trim());
          setNote(null);
          showToast('Note saved.', { tone: 'good' });
        }}
      >
        <Field
          label="Note for everybody"
          optional
          className="min-w-60 flex-1"
          value={note}
          maxLength={MAX_REASON_LENGTH}
          dir="auto"
          autoComplete="off"
          onChange={(change) => setNote(change.currentTarget.value)}
        />
        <Button type="submit" disabled={note.trim() === official.note}>
          Save note
        </Button>
      </form>
      <Button className="self-start" onClick={() => void withdraw()}>
        Withdraw the declaration
      </Button>
    </section>
  );
}
