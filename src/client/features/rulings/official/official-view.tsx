import { type FormEvent, useMemo, useState } from 'react';
import { counted } from '../../../../domain/language.ts';
import { listBeforeOfficial } from '../../../../domain/results/before-official.ts';
import { readCorrections } from '../../../../domain/results/describe-correction.ts';
import { describeOfficial } from '../../../../domain/results/official-since.ts';
import { MAX_REASON_LENGTH } from '../../../../protocol/limits.ts';
import { useRefusedRows } from '../../../sync/use-sync.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { CorrectionsList } from '../../../leaderboard/standings/corrections-list.tsx';
import { LookList } from '../../../event/looks/look-list.tsx';
import { SettleLook, type SettleLookProps } from '../../../event/racer/settle-look.tsx';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { useView } from '../../../event/in-address.ts';
import { Section } from '../../../ui/section.tsx';

/** For the owner: what is odd, and the word that the results stand. Nothing here is a condition for it. */
export function OfficialView({ open }: TimerViewProps) {
  const { event, sync, eventId, shown } = open;
  const { official } = event;
  const refused = useRefusedRows(sync).filter(
    ({ command }) => 'eventId' in command && command.eventId === eventId,
  ).length;
  const waiting = shown.pendingIds.size;
  const looks = useMemo(() => listBeforeOfficial(event, { waiting, refused }), [event, waiting, refused]);
  const [place, setPlace] = useState<SettleLookProps['place'] | null>(null);
  const { open: openView } = useView();
  const corrections = readCorrections(event);

  return (
    <>
      {official !== null && <Declared open={open} official={official} />}
      <Section
        title={looks.length === 0 ? 'Nothing to check' : counted(looks.length, 'thing to look at', 'things to look at')}
      >
        {looks.length === 0 ? (
          <p className="text-ink-2">Everyone has a time or a status, and no clock or time stands out.</p>
        ) : (
          <>
            <p className="text-ink-2">
              Press a line to settle it. A time that’s right as it is needs one press, and we don’t ask anyone again.
            </p>
            <LookList
              open={open}
              looks={looks}
              onOpen={(next) => (next.kind === 'view' ? openView(next.id) : setPlace(next))}
            />
          </>
        )}
      </Section>
      {official === null ? (
        <Declare open={open} left={looks.length} />
      ) : (
        <CorrectionsList event={event} corrections={corrections} />
      )}
      {place !== null && <SettleLook open={open} place={place} onPlace={setPlace} onClose={() => setPlace(null)} />}
    </>
  );
}

type Open = TimerViewProps['open'];

function Declare({ open: { sync, eventId }, left }: { readonly open: Open; readonly left: number }) {
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
        Everyone who reads the results then sees since when they are official. We mark what changes after that as
        corrected, and list for everyone what it was, what it is now, and when. The list names nobody who changed a
        result.
      </p>
      {left > 0 && (
        <Notice tone="info">
          {counted(left, 'thing above is open', 'things above are open')}. You can still make the results official.
        </Notice>
      )}
      <Field
        label="Note for everyone"
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
      title: 'Make provisional again?',
      message:
        'The results are provisional again, and the list of corrections ends. Declaring them once more begins a new one.',
      confirmLabel: 'Make provisional',
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
          label="Note for everyone"
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
        Make provisional again
      </Button>
    </section>
  );
}
