import { useState } from 'react';
import type { KeyKind } from '../../../../domain/model/changes.ts';
import type { ScreensOf } from '../../../../domain/events/commands.ts';
import { errors } from '../../../../protocol/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckOption } from '../../../ui/check-option.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { useScreens } from '../../../event/use-screens.ts';
import { recordAndHear } from '../../../event/await-answer.ts';
import { type AskedScreens, screensToAsk } from './screens-to-ask.ts';

/** Losses that come with a new link, which are shown before. */
const links: Readonly<Record<KeyKind, { name: string; what: string; title: string; warning: string; done: string }>> = {
  admin: {
    name: 'Admin link',
    what: 'Everyone who has it can time the race.',
    title: 'Change the admin link?',
    warning:
      'The old link and QR code stop working, and everyone who joined with it loses access at once, and so does everyone whom they invited. Screens that they made go dark. Admins invited by you stay. Send the new link to your helpers.',
    done: 'The admin link is new.',
  },
  viewer: {
    name: 'Viewer link',
    what: 'Everyone who has it can watch.',
    title: 'Change the viewer link?',
    warning:
      'The old link and QR code stop working, and everyone who watches with it loses sight of the race at once. Your public group gets the new one by itself. Screens have their own links and carry on, unless you turn them off.',
    done: 'The viewer link is new.',
  },
};

export function RotateKeys({ open }: { readonly open: OpenEvent }) {
  // Asked for before a button is pressed: nothing moves in the question that follows.
  const { screens, retry } = useScreens(open.eventId);
  return (
    <ul className="divide-y divide-line">
      <RotateKey open={open} which="admin" asked={screensToAsk('admin', screens)} onChanged={retry} />
      <RotateKey open={open} which="viewer" asked={screensToAsk('viewer', screens)} onChanged={retry} />
    </ul>
  );
}

interface RotateKeyProps {
  readonly open: OpenEvent;
  readonly which: KeyKind;
  readonly asked: readonly AskedScreens[];
  readonly onChanged: () => void;
}

function RotateKey({ open, which, asked, onChanged }: RotateKeyProps) {
  const [question, setQuestion] = useState<readonly AskedScreens[] | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { name, what, title, warning, done } = links[which];

  async function rotate(withdraws: readonly ScreensOf[]): Promise<void> {
    setQuestion(null);
    setIsBusy(true);
    const outcome = await recordAndHear(open.sync, open.eventId, { type: 'keys.rotate', which, withdraws });
    setIsBusy(false);
    onChanged();
    if (outcome.kind === 'accepted') showToast(done, { tone: 'good' });
    else if (outcome.kind === 'waiting') showToast('The old link works until this phone is back online.');
    else showToast(errors[outcome.code].text, { tone: 'bad' });
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-40 flex-1">
        <p className="font-[650]">{name}</p>
        <p className="text-14 text-ink-2">{what}</p>
      </div>
      <Button
        busy={isBusy}
        aria-label={which === 'admin' ? 'Change the admin link' : 'Change the viewer link'}
        onClick={() => setQuestion(asked)}
      >
        Change
      </Button>
      {question !== null && (
        <RotateQuestion
          title={title}
          warning={warning}
          asked={question}
          onCancel={() => setQuestion(null)}
          onSure={(withdraws) => void rotate(withdraws)}
        />
      )}
    </li>
  );
}

interface RotateQuestionProps {
  readonly title: string;
  readonly warning: string;
  readonly asked: readonly AskedScreens[];
  readonly onCancel: () => void;
  readonly onSure: (withdraws: readonly ScreensOf[]) => void;
}

function RotateQuestion({ title, warning, asked, onCancel, onSure }: RotateQuestionProps) {
  const [chosen, setChosen] = useState<readonly ScreensOf[]>(() =>
    asked.flatMap(({ of, isSuggested }) => (isSuggested ? [of] : [])),
  );
  const choose = (of: ScreensOf, isChosen: boolean) =>
    setChosen((known) => (isChosen ? [...known, of] : known.filter((other) => other !== of)));
  return (
    <Dialog
      open
      onClose={onCancel}
      title={title}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="danger" onClick={() => onSure(chosen)}>
            Get a new link
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{warning}</p>
      {asked.length > 0 && (
        <div className="mt-3">
          {asked.map(({ of, label }) => (
            <CheckOption key={of} checked={chosen.includes(of)} onChange={(isChosen) => choose(of, isChosen)}>
              {label}
            </CheckOption>
          ))}
        </div>
      )}
    </Dialog>
  );
}
