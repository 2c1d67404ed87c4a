import { describeStep, leadOf, type Step } from '../../../../domain/events/describe-change.ts';
import { describeMoment } from '../../../../domain/events/describe-moment.ts';
import { reversalOf } from '../../../../domain/events/describe-reversal.ts';
import { plainText } from '../../../../domain/events/sentence.ts';
import { Button } from '../../../ui/button.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { nameAuthor, nameDevice } from '../../../event/author.ts';
import { Sentence } from '../../../event/share/history-frame.tsx';

export interface HistoryRowProps {
  readonly open: OpenEvent;
  readonly step: Step;
  readonly nameOf: (userId: string) => string | null;
  readonly onGive: (tapId: string) => void;
}

export function HistoryRow({ open, step, nameOf, onGive }: HistoryRowProps) {
  const { event, shown } = open;
  const { by, at, commandId } = step[0];
  const lead = leadOf(step);
  const sentence = describeStep(step, event, nameOf);
  const reversal = reversalOf(step, event);
  const device = nameDevice(by, open);
  const isUndone = lead.type === 'tap-recorded' && event.taps[lead.tapId]?.undone === true;
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className={`line-clamp-4 font-[550] break-words ${isUndone ? 'text-ink-2 line-through' : ''}`}>
          <Sentence parts={sentence} />
        </p>
        <p className="digits text-14 text-ink-2">
          <bdi>{nameAuthor(by, open)}</bdi> · {describeMoment(at, event.timeZone)}
          {device !== '' && ` · ${device}`}
          {isUndone && ' · taken back'}
          {shown.pendingIds.has(commandId) && <span className="text-waiting-ink"> · waiting to be sent</span>}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end sm:flex-row-reverse sm:items-center">
        {reversal !== null && open.may(reversal.needs) && (
          <Button
            className="px-4!"
            aria-label={`${reversal.label}: ${plainText(sentence)}`}
            onClick={() => void open.sync.recordForEvent(open.eventId, reversal.body)}
          >
            {reversal.label}
          </Button>
        )}
        {lead.type === 'tap-recorded' && !isUndone && open.may('time') && (
          <Button
            variant="quiet"
            className="px-3! text-14! whitespace-nowrap"
            aria-label={`Give this time to…: ${plainText(sentence)}`}
            onClick={() => onGive(lead.tapId)}
          >
            Give this time to…
          </Button>
        )}
      </div>
    </li>
  );
}
