import type { ReactNode } from 'react';
import type { EventCommandBody } from '../../../../domain/events/commands.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { RotateKeys } from './rotate-keys.tsx';
import { SwitchRow } from '../../../ui/switch-row.tsx';

export function SettingsDialog({ open, onClose }: { readonly open: OpenEvent; readonly onClose: () => void }) {
  const { event } = open;
  const mayConfigure = open.may('configure');
  const configure = (body: Extract<EventCommandBody, { readonly type: 'event.configure' | 'race.configure' }>) =>
    void open.sync.recordForEvent(open.eventId, body);
  return (
    <Dialog open onClose={onClose} title="Event settings">
      <div className="flex flex-col gap-7">
        {!mayConfigure && <Notice tone="info">Only the owner of the event can change its settings.</Notice>}
        <Section title="Who sees what">
          <div className="divide-y divide-line">
            <SwitchRow
              label="Initials only"
              hint="Viewers see A. S. instead of Ada Swift. Admins see full names."
              isOn={event.initialsOnly}
              isDisabled={!mayConfigure}
              onChange={(initialsOnly) => configure({ type: 'event.configure', initialsOnly })}
            />
            <SwitchRow
              label="Let search engines find this event"
              hint="Off: we ask Google and others not to list it."
              isOn={event.isIndexed}
              isDisabled={!mayConfigure}
              onChange={(isIndexed) => configure({ type: 'event.configure', isIndexed })}
            />
            <SwitchRow
              label="Viewers may read the history"
              hint="Every start, finish and correction, without the names of the timekeepers."
              isOn={event.race.openHistory}
              isDisabled={!mayConfigure}
              onChange={(openHistory) => configure({ type: 'race.configure', settings: { openHistory } })}
            />
            <SwitchRow
              label="Viewers may see photo finishes"
              hint="What a camera saw of each finish, if it was shared. Never with initials only. Print the sign for the line anew: it says who sees them."
              isOn={event.race.openPictures}
              isDisabled={!mayConfigure}
              onChange={(openPictures) => configure({ type: 'race.configure', settings: { openPictures } })}
            />
          </div>
        </Section>
        {open.may('rotateKeys') && (
          <Section title="Links">
            <RotateKeys open={open} />
          </Section>
        )}
        <Section title="Removed racers">
          <RemovedRacers open={open} />
        </Section>
        <Section title="Time zone">
          <p className="text-ink-2">
            All times of this event are those of <strong className="font-[650] text-ink">{event.timeZone}</strong>.
          </p>
        </Section>
      </div>
    </Dialog>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-18 font-[720]">{title}</h3>
      {children}
    </section>
  );
}

/** Times of removed racers are kept and count again when the racers are restored. */
function RemovedRacers({ open }: { readonly open: OpenEvent }) {
  const removed = Object.values(open.event.entries).filter((entry) => entry.removed);
  if (removed.length === 0) return <p className="text-ink-2">No removed racers in this event.</p>;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {removed.map(({ racerId, name }) => (
        <li key={racerId} className="flex items-center gap-3 py-2">
          <span className="line-clamp-2 min-w-0 flex-1 break-words">
            <bdi>{name}</bdi>
          </span>
          {open.may('removeRacers') && (
            <Button
              variant="quiet"
              aria-label={`Bring ${name} back`}
              onClick={() => void open.sync.recordForEvent(open.eventId, { type: 'entry.restore', racerId })}
            >
              Bring back
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
