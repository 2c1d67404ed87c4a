import { useState } from 'react';
import { Button } from '../../../../../client/ui/button.tsx';
import { SettingsIcon } from '../../../../../client/ui/tool-icons.tsx';
import { writeTime } from '../../../recordings/units.ts';
import { CHANNEL_NAMES } from './channel-names.ts';
import { ChartStack } from './chart-stack.tsx';
import { DisplayDialog } from './display-dialog.tsx';
import { useOpenRun } from '../run-context.ts';
import { changeViewSettings, useViewSettings } from '../view-settings.ts';

const CHIP =
  'min-h-9 rounded-full border px-3.5 text-14 font-[600] whitespace-nowrap aria-pressed:border-ink aria-pressed:bg-ink ' +
  'aria-pressed:text-paper not-aria-pressed:border-line not-aria-pressed:text-ink-2 not-aria-pressed:hover:bg-soft';

export function ChartCard() {
  const { model, section, setSection } = useOpenRun();
  const { axis, hidden } = useViewSettings();
  const [isOpen, setIsOpen] = useState(false);
  const hasDistance = model.channels.some(({ channel }) => channel === 'distance');
  const toggle = (name: (typeof hidden)[number]) =>
    changeViewSettings({ hidden: hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name] });
  return (
    <section
      aria-label="Charts"
      className="overflow-hidden rounded-card border border-line bg-card shadow-card max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
    >
      <div className="flex items-start gap-2 p-3">
        <div
          role="group"
          aria-label="Charts shown"
          className="flex min-w-0 flex-1 gap-1.5 p-1 max-sm:overflow-x-auto max-sm:[scrollbar-width:none] sm:flex-wrap"
        >
          {model.channels.map(({ channel }) => (
            <button
              key={channel}
              type="button"
              aria-pressed={!hidden.includes(channel)}
              onClick={() => toggle(channel)}
              className={CHIP}
            >
              {CHANNEL_NAMES[channel]}
            </button>
          ))}
        </div>
        {hasDistance && model.hasTimes && (
          <div role="group" aria-label="Along" className="flex shrink-0 rounded-full bg-soft p-1 max-sm:hidden">
            {(['time', 'distance'] as const).map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={axis === each}
                onClick={() => changeViewSettings({ axis: each })}
                className="min-h-8 rounded-full px-3 text-14 font-[600] text-ink-2 aria-pressed:bg-card aria-pressed:text-ink aria-pressed:shadow-card"
              >
                {each === 'time' ? 'Time' : 'Distance'}
              </button>
            ))}
          </div>
        )}
        <Button variant="quiet" className="min-h-11! px-3!" onClick={() => setIsOpen(true)}>
          <SettingsIcon />
          <span className="sr-only">Display</span>
        </Button>
      </div>
      <ChartStack />
      <div className="flex min-h-12 items-center gap-3 border-t border-line px-4 py-1 text-14">
        {section === null ? (
          <p className="text-ink-2">
            <span className="pointer-coarse:hidden">
              Drag in a chart to move along. Drag in the strip on top, or with Shift in a chart, to choose a section.
            </span>
            <span className="not-pointer-coarse:hidden">
              Slide in a chart to move along, or with two fingers to zoom. Slide in the strip on top to choose a
              section.
            </span>
          </p>
        ) : (
          <>
            <p className="min-w-0 flex-1">
              <span className="font-[650]">Section </span>
              <span className="digits">
                {writeTime(section.from, 1)} – {writeTime(section.to, 1)} ({writeTime(section.to - section.from, 1)})
              </span>
            </p>
            <Button variant="quiet" className="min-h-10! px-3! text-14!" onClick={() => setSection(null)}>
              Show all
            </Button>
          </>
        )}
      </div>
      <DisplayDialog open={isOpen} onClose={() => setIsOpen(false)} canChooseAxis={hasDistance && model.hasTimes} />
    </section>
  );
}
