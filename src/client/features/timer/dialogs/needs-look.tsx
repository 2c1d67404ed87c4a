import { timeOf } from '../../../../domain/model/state.ts';
import { counted } from '../../../../domain/language.ts';
import { nameLine } from '../../../../domain/results/points.ts';
import type { Doubt } from '../../../../domain/results/doubts.ts';
import { formatExactTime } from '../../../../domain/timing/parse-time.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ChevronIcon } from '../../../ui/tool-icons.tsx';
import { NoticeAction } from '../strip/notice-action.tsx';
import { useNotices } from '../strip/notices.ts';
import { listUnnamed } from '../../../timing/taps/list-unnamed.ts';
import { useQuestions } from '../../../timing/taps/use-questions.ts';
import { askWho } from '../../../timing/taps/use-unsure-taps.ts';
import type { OpenEvent } from '../../../event/event-context.ts';

export interface NeedsLookProps {
  readonly open: OpenEvent;
  readonly doubts: readonly Doubt[];
  readonly onShow: (racerId: string) => void;
  /** A time without a name. */
  readonly onGive: (tapId: string) => void;
  readonly onClose: () => void;
}

/** For admins: what to read before the next tap, and times that only a person can settle. */
export function NeedsLook({ open, doubts, onShow, onGive, onClose }: NeedsLookProps) {
  const notices = useNotices(open).flatMap(({ tone, ...notice }) => (tone === 'ask' ? [] : [{ tone, ...notice }]));
  const { event } = open;
  const questions = useQuestions(event);
  const unnamed = listUnnamed(event, questions);
  const askOf = (tapId: string) => questions.find((question) => question.tapId === tapId)?.meant;
  const isSettled = doubts.length === 0 && notices.length === 0 && unnamed.length === 0;
  return (
    <Dialog open onClose={onClose} title="Needs a look">
      <div className="flex flex-col gap-3">
        {notices.map(({ tone, text, action }) => (
          <Notice key={text} tone={tone}>
            {text} {action && <NoticeAction action={action} className="link font-[650]" />}
          </Notice>
        ))}
        {isSettled && <p className="text-ink-2">Everything is settled.</p>}
        <ul className="divide-y divide-line">
          {unnamed.map((tap) => {
            const meant = askOf(tap.id);
            const what = `${nameLine(event, tap.line)}, no name yet`;
            return (
              <Look
                key={tap.id}
                title={formatExactTime(timeOf(tap), event.timeZone)}
                text={meant === undefined ? what : `${what}. ${askWho(event, meant)}`}
                onOpen={() => onGive(tap.id)}
              />
            );
          })}
          {doubts.map((doubt) => (
            <Look
              key={doubt.racer.entry.racerId}
              title={doubt.racer.entry.name}
              text={describeDoubt(doubt)}
              onOpen={() => onShow(doubt.racer.entry.racerId)}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function Look({ title, text, onOpen }: { title: string; text: string; onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-16 w-full items-center gap-3 rounded-bib px-2 py-2 text-start -outline-offset-2 hover:bg-soft"
      >
        <span className="min-w-0 flex-1">
          <span dir="auto" className="digits block truncate text-16 font-[650]">
            {title}
          </span>
          <span className="block text-14 text-ink-2">{text}</span>
        </span>
        <ChevronIcon className="size-5 -rotate-90 text-ink-2" />
      </button>
    </li>
  );
}

function describeDoubt({ reasons, readings }: Doubt): string {
  const words = {
    waiting: 'finished, waiting for the start',
    impossible: 'finish before start',
    split: 'split before the start or after the finish',
  };
  return reasons
    .map((reason) => (reason === 'readings' ? counted(readings, 'second reading', 'second readings') : words[reason]))
    .join(' · ');
}
