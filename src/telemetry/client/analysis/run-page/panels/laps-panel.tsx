import { writeTime, writeValue } from '../../../recordings/units.ts';
import { Panel } from '../panel.tsx';
import { useOpenRun } from '../run-context.ts';
import { withinWhole } from '../charts/section.ts';

const SHOWN_AT_ONCE = 8;

/** A press shows the lap alone, from its beginning. */
export function LapsPanel() {
  const { model, units, cursor, section, setSection } = useOpenRun();
  const laps = model.laps.filter(({ span }) => span.to > span.from);
  if (laps.length === 0) return null;
  return (
    <Panel title="Laps">
      <ol className={`-mx-2 ${laps.length > SHOWN_AT_ONCE ? 'max-h-96 overflow-y-auto overscroll-contain' : ''}`}>
        {laps.map(({ name, span }, index) => {
          const isShown = section !== null && section.from === span.from && Math.abs(section.to - span.to) < 0.01;
          const metres = model.distanceAt(span.to) - model.distanceAt(span.from);
          return (
            <li key={index}>
              <button
                type="button"
                aria-pressed={isShown}
                onClick={() => {
                  setSection(isShown ? null : withinWhole(span, model));
                  cursor.set(span.from, 'laps');
                }}
                className="flex min-h-11 w-full items-center gap-3 rounded-bib px-2 text-start -outline-offset-2 hover:bg-soft aria-pressed:bg-soft"
              >
                <span className="min-w-0 flex-1 truncate font-[550]">
                  <bdi>{name}</bdi>
                </span>
                {!Number.isNaN(metres) && (
                  <span className="digits text-14 text-ink-2">{writeValue('distance', units, metres)}</span>
                )}
                <span className="digits font-[650]">{writeTime(span.to - span.from, 2)}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
