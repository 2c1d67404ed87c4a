import { type ReactNode, useMemo } from 'react';
import type { EventCommandBody } from '../../../../domain/events/commands.ts';
import { listFilled, listMissing } from '../../../../domain/results/missing-times.ts';
import {
  comparePairs,
  listDisagreements,
  listOverruled,
  listTimekeepers,
  matchReadings,
} from '../../../../domain/results/second-timers.ts';
import { nameLine } from '../../../../domain/results/points.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { Differences } from './differences.tsx';
import { describeSpread, describeUsual, nameDevices } from './keeper-words.ts';
import { MissingTimes } from './missing-times.tsx';
import { WhichCounts } from './which-counts.tsx';

/** Several phones at one line: who stands where, how far they are apart, and which time counts. */
export function TimersView({ open }: TimerViewProps) {
  const { event, sync, eventId } = open;
  const matched = useMemo(() => matchReadings(event), [event]);
  const keepers = useMemo(() => listTimekeepers(event, matched), [event, matched]);
  const pairs = useMemo(() => comparePairs(matched), [matched]);
  const apart = useMemo(() => listDisagreements(matched), [matched]);
  const missing = useMemo(() => listMissing(event, matched), [event, matched]);
  const filled = useMemo(() => listFilled(matched), [matched]);
  const overruled = useMemo(() => listOverruled(event, matched), [event, matched]);
  const nameOf = nameDevices(keepers, sync.deviceId());
  const record = (body: EventCommandBody) => sync.recordForEvent(eventId, body);

  return (
    <>
      {keepers.length === 0 ? (
        <EmptyState title="No times yet">
          Once two phones take times at the same line, you’ll see their differences here.
        </EmptyState>
      ) : (
        <>
          <Section title="Who stands where">
            <ul className="divide-y divide-line">
              {keepers.map(({ deviceId, line, taken, usual }) => (
                <li key={`${deviceId} ${line}`} className="py-2.5">
                  <p className="digits text-16">
                    <bdi className="font-[650]">
                      {nameOf(deviceId)}, {nameLine(event, line)}
                    </bdi>
                    : {describeUsual(usual, taken)}
                  </p>
                  {usual !== null && <p className="digits text-14 text-ink-2">{describeSpread(usual)}</p>}
                </li>
              ))}
            </ul>
          </Section>
          <Section title="Which time counts">
            <WhichCounts
              race={event.race}
              keepers={keepers}
              nameOf={nameOf}
              mayChoose={open.may('configure')}
              overruled={overruled}
              record={record}
            />
          </Section>
          {pairs.length > 0 && (
            <Section title="Differences">
              <Differences event={event} pairs={pairs} apart={apart} nameOf={nameOf} record={record} />
            </Section>
          )}
          {(missing.length > 0 || filled.length > 0) && (
            <Section title="Missed on the main phone">
              <MissingTimes event={event} missing={missing} filled={filled} nameOf={nameOf} record={record} />
            </Section>
          )}
        </>
      )}
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-card border border-line bg-card p-4 sm:p-6">
      <h2 className="mb-2 text-18 font-[720]">{title}</h2>
      {children}
    </section>
  );
}
