import { useState } from 'react';
import type { TimerViewProps, Tool, ViewId } from '../../event/view-list.ts';
import { useView } from '../../event/in-address.ts';
import { EventSkeleton } from '../../event/event-skeleton.tsx';
import { ViewPage } from '../../event/view-page.tsx';
import { withRun } from '../../event/with-run.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { parts } from './timer-views.ts';

export interface ToolPageProps extends TimerViewProps {
  readonly tool: Tool;
  /** The section that the address names. */
  readonly id: ViewId;
}

/** Id of the tab that stands for the sections that most races do without. */
const MORE = 'more';

/** The page of a tool: its sections, of which the address names one. */
export function ToolPage({ tool, id, open, onClose }: ToolPageProps) {
  const { replace } = useView();
  const [areAll, setAll] = useState(false);
  const shown = tool.views.filter((view) => areAll || view.id === id || view.isUsed?.(open.event) !== false);
  const hidden = tool.views.filter((view) => !shown.includes(view));

  function choose(chosen: string): void {
    if (chosen === MORE) setAll(true);
    replace(chosen === MORE ? hidden[0]!.id : chosen);
  }

  const tabs = shown.map(({ id: of, label }) => {
    const { Part } = parts[of];
    const content = (
      <div className="flex flex-col gap-4">
        <Part open={open} onClose={onClose} waiting={<EventSkeleton />} />
      </div>
    );
    return { id: of, label, content };
  });
  return (
    <ViewPage
      title={tool.isOfRun ? withRun(tool.label, open.event) : tool.label}
      name={open.event.name}
      onClose={onClose}
      tools={
        // The racers of somebody else's event are of another library: owners alone compare.
        tabs.some((tab) => tab.id === 'official') && (
          <Link to={`/compare?event=${open.eventId}`} className={buttonClass({})}>
            Compare
          </Link>
        )
      }
    >
      {tabs.length === 1 ? (
        tabs[0]!.content
      ) : (
        <Tabs
          label={tool.label}
          tabs={[...tabs, ...(hidden.length > 0 ? [{ id: MORE, label: 'More…', content: null }] : [])]}
          chosen={id}
          onChoose={choose}
        />
      )}
    </ViewPage>
  );
}
