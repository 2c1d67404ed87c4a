import { useState } from 'react';
import { type ScreenKind, screenPath } from '../../../../protocol/screen-address.ts';
import type { EventScreen } from '../../../../protocol/screens.ts';
import type { CallError } from '../../../session/api.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { OpenIcon } from '../../../ui/icons.tsx';
import { CopyIcon, QrIcon } from '../../../ui/tool-icons.tsx';
import type { TeamRules } from '../../../../domain/model/race-format.ts';
import { KINDS } from './screen-kinds.ts';

const THINGS = [
  { value: 'last', label: 'Last finisher' },
  { value: 'leader', label: 'Leader' },
  { value: 'first', label: 'The first five' },
  { value: 'on-course', label: 'Racers on course' },
  { value: 'rider', label: 'One racer, by number' },
  { value: 'clock', label: 'Time of day' },
];

export interface ScreenCardProps {
  readonly screen: EventScreen;
  readonly eventId: string;
  /** For the QR code on the board; null until the event is on the server. */
  readonly viewerKey: string | null;
  /** Those that the owner shows. */
  readonly categories: readonly string[];
  /** Null where the event ranks none, or the owner doesn't show them. */
  readonly teams: TeamRules | null;
  readonly onWithdraw: () => Promise<CallError | null>;
}

export function ScreenCard({ screen, eventId, viewerKey, categories, teams, onWithdraw }: ScreenCardProps) {
  const { confirm } = useAlert();
  const [kind, setKind] = useState<ScreenKind>(screen.kind ?? 'board');
  // Only a key that was made for the announcer reads earlier times: another one would show an announcer's page without.
  const kinds = KINDS.filter(({ value }) => value !== 'announcer' || screen.kind === 'announcer');
  const [show, setShow] = useState('last');
  const [bib, setBib] = useState('');
  /** As the address says it; empty: as the event ranks. */
  const [ranking, setRanking] = useState('');
  const [isBig, setIsBig] = useState(false);
  const rankings = listRankings(categories, teams);
  const hasRanking =
    rankings.length > 1 && kind !== 'clock' && (kind !== 'overlay' || !['rider', 'clock'].includes(show));
  const address = location.origin + screenPath(eventId, kind, screen.key) + more();

  function more(): string {
    const shown = hasRanking ? ranking : '';
    if (kind === 'board') return shown + (viewerKey === null ? '' : `&guestViewerKey=${encodeURIComponent(viewerKey)}`);
    if (kind !== 'overlay') return shown;
    return `${shown}&show=${show}${show === 'rider' && bib !== '' ? `&bib=${encodeURIComponent(bib)}` : ''}`;
  }

  async function copy(): Promise<void> {
    if (await copyText(address)) showToast('Address copied.', { tone: 'good' });
    else showToast('This browser blocks copying. Select the address and copy it by hand.');
  }

  async function withdraw(): Promise<void> {
    const isSure = await confirm({
      title: `Turn off ${screen.name}?`,
      message: 'Anything showing this link goes blank at once. Add the screen again to get a new link.',
      confirmLabel: 'Turn off',
      danger: true,
    });
    if (!isSure) return;
    const error = await onWithdraw();
    if (error === null) showToast(`${screen.name} was turned off.`, { tone: 'good' });
    else showToast(error.message, { tone: 'bad' });
  }

  return (
    <section
      aria-label={screen.name}
      className="flex flex-col gap-3 rounded-card border border-line bg-card p-4 shadow-card"
    >
      <div>
        <h2 dir="auto" className="truncate text-18 font-[720]">
          {screen.name}
        </h2>
        {screen.maker?.isYou === false && (
          <p className="text-14 text-ink-2">
            {screen.maker.name === null ? (
              'Made by a guest'
            ) : (
              <>
                Made by <bdi>{screen.maker.name}</bdi>
              </>
            )}
          </p>
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField label="Shows" value={kind} onChange={(value) => setKind(value as ScreenKind)} options={kinds} />
        {kind === 'overlay' && <SelectField label="Over the video" value={show} onChange={setShow} options={THINGS} />}
        {hasRanking && <SelectField label="Ranking" value={ranking} onChange={setRanking} options={rankings} />}
        {kind === 'overlay' && show === 'rider' && (
          <Field label="Bib" value={bib} onChange={(change) => setBib(change.currentTarget.value.trim())} />
        )}
      </div>
      <Field
        label="Address"
        readOnly
        dir="ltr"
        value={address}
        onFocus={(event) => event.currentTarget.select()}
        {...(kind === 'overlay' && {
          hint: 'Add &size=150 for larger type, and &bg=, &color= and &accent= with colours like 0d1410.',
        })}
      />
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        <Button variant="primary" onClick={() => void copy()}>
          <CopyIcon /> Copy
        </Button>
        <a href={address} target="_blank" rel="noreferrer" className={buttonClass()}>
          <OpenIcon /> Open
        </a>
        <Button onClick={() => setIsBig(true)}>
          <QrIcon /> QR code
        </Button>
        <Button onClick={() => void withdraw()}>Turn off</Button>
      </div>
      <Dialog open={isBig} onClose={() => setIsBig(false)} title={screen.name}>
        <div className="flex flex-col items-center gap-3 pb-2">
          <QrCode text={address} label="QR code of this address" className="size-[min(80vw,68dvh,26rem)]" />
          <p className="text-center text-16 text-ink-2">Scan this with the phone or tablet you’ll use as the screen.</p>
        </div>
      </Dialog>
    </section>
  );
}

/** The event's own ranking first, then each category, and teams beside racers. */
function listRankings(categories: readonly string[], teams: TeamRules | null): { value: string; label: string }[] {
  const racers = 'Everyone';
  const ofTeams = teams?.of === 'club' ? 'Clubs' : 'Teams';
  const areTeamsFirst = teams?.startsTogether === true;
  return [
    { value: '', label: areTeamsFirst ? ofTeams : racers },
    ...(areTeamsFirst ? [{ value: '&ranking=racers', label: racers }] : []),
    ...categories.map((name) => ({ value: `&category=${encodeURIComponent(name)}`, label: name })),
    ...(teams === null || areTeamsFirst ? [] : [{ value: '&ranking=teams', label: ofTeams }]),
  ];
}
