import { useState } from 'react';
import type { Look } from '../../../../domain/results/looks.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { LookList } from '../../../event/looks/look-list.tsx';
import { SettleLook, type SettleLookProps } from '../../../event/racer/settle-look.tsx';
import { useQuestions } from '../../../timing/taps/use-questions.ts';
import { askWho } from '../../../timing/taps/use-unsure-taps.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { NoticeAction } from '../strip/notice-action.tsx';
import { useNotices } from '../strip/notices.ts';

export interface NeedsLookProps {
  readonly open: OpenEvent;
  readonly looks: readonly Look[];
  readonly onClose: () => void;
}

/** For admins: what to read before the next tap, and what only a person can settle, one after the other. */
export function NeedsLook({ open, looks, onClose }: NeedsLookProps) {
  const notices = useNotices(open).flatMap(({ tone, ...notice }) => (tone === 'ask' ? [] : [{ tone, ...notice }]));
  const { event } = open;
  const questions = useQuestions(event);
  const askOf = (tapId: string) => {
    const asked = questions.find((question) => question.tapId === tapId);
    return asked === undefined ? null : askWho(event, asked.meant);
  };
  const [place, setPlace] = useState<SettleLookProps['place'] | null>(null);
  if (place !== null) {
    return <SettleLook open={open} place={place} onPlace={setPlace} onClose={() => setPlace(null)} />;
  }
  return (
    <Dialog open onClose={onClose} title="Needs a look">
      <div className="flex flex-col gap-3">
        {notices.map(({ tone, text, action }) => (
          <Notice key={text} tone={tone}>
            {text} {action && <NoticeAction action={action} className="link font-[650]" />}
          </Notice>
        ))}
        {looks.length > 0 && (
          <LookList {...{ open, looks, askOf }} onOpen={(next) => next.kind !== 'view' && setPlace(next)} />
        )}
        {looks.length === 0 && notices.length === 0 && <p className="text-ink-2">Everything is settled.</p>}
      </div>
    </Dialog>
  );
}
