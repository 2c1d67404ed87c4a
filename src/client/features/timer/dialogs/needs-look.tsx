import { counted } from '../../../../domain/language.ts';
import type { Doubt } from '../../../../domain/timing/doubts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ChevronIcon } from '../../../ui/tool-icons.tsx';
import { NoticeAction } from '../board/strip/notice-action.tsx';
import { useNotices } from '../board/strip/notices.ts';
import type { OpenEvent } from '../event-context.ts';

export interface NeedsLookProps {
  readonly open: OpenEvent;
  readonly doubts: readonly Doubt[];
  readonly onShow: (racerId: string) => void;
  readonly onClose: () => void;
}

/** For admins: what to read before the next tap, and times that only a person can settle. */
export function NeedsLook({ open, doubts, onShow, onClose }: NeedsLookProps) {
  const notices = useNotices(open).flatMap(({ tone, ...notice }) => (tone === 'ask' ? [] : [{ tone, ...notice }]));
  return (
    <Dialog open onClose={onClose} title="Needs a look">
      <div className="flex flex-col gap-3">
        {notices.map(({ tone, text, action }) => (
          <Notice key={text} tone={tone}>
            {text} {action && <NoticeAction action={action} className="link font-[650]" />}
          </Notice>
        ))}
        {doubts.length === 0 && notices.length === 0 && <p className="text-ink-2">Everything is settled.</p>}
        <ul className="divide-y divide-line">
          {doubts.map((doubt) => (
            <li key={doubt.racer.entry.racerId}>
              <button
                type="button"
                onClick={() => onShow(doubt.racer.entry.racerId)}
                className="flex min-h-16 w-full items-center gap-3 rounded-bib px-2 py-2 text-start -outline-offset-2 hover:bg-soft"
              >
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate text-16 font-[650]">
                    {doubt.racer.entry.name}
                  </span>
                  <span className="block text-14 text-ink-2">{describeDoubt(doubt)}</span>
                </span>
                <ChevronIcon className="size-5 -rotate-90 text-ink-2" />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
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
