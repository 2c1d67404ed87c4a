import { describeStep, listSteps } from '../../../domain/events/describe-change.ts';
import { describeMoment } from '../../../domain/events/describe-moment.ts';
import type { SeenEvent } from '../event-context.ts';
import { HistoryFrame, Sentence, useHistory } from './history-frame.tsx';

/** The history as its owner opened it to viewers: what happened and when, and nobody's name but the racers'. */
export function ViewerHistory({ seen, onClose }: { readonly seen: SeenEvent; readonly onClose: () => void }) {
  const { eventId, event } = seen;
  const key = new URLSearchParams(location.search).get('guestViewerKey') ?? '';
  const history = useHistory(eventId, event.seq, `?key=${encodeURIComponent(key)}`);
  const items = history.pages?.items ?? [];
  const steps = listSteps(items.filter(({ type }) => type !== 'withheld'));
  const taps = Object.fromEntries(items.flatMap(({ tap }) => (tap === undefined ? [] : [[tap.id, tap]])));
  const told = { ...event, taps: { ...event.taps, ...taps } };
  return (
    <HistoryFrame history={history} isEmpty={steps.length === 0} onClose={onClose}>
      {steps.map((step) => (
        <li key={step[0].commandId} className="py-3">
          <p className="line-clamp-4 font-[550] break-words">
            <Sentence parts={describeStep(step, told, () => null)} />
          </p>
          <p className="digits text-14 text-ink-2">{describeMoment(step[0].at, event.timeZone)}</p>
        </li>
      ))}
    </HistoryFrame>
  );
}
