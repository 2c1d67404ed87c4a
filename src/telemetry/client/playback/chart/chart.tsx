import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { ChartContent } from './chart-content.ts';
import { CHART_HEIGHT, type ChartEngine, createChartEngine } from './chart-engine.ts';
import type { ChartColour } from '../../../../client/ui/plot/plot.ts';
import { CutName } from '../../../../client/ui/cut-name.tsx';

export interface ChartProps extends ChartContent {
  /** The step of an arrow key, in the cursor's seconds; null when the screen has keys of its own. */
  readonly keyStep?: number | null;
  /** Leaves out the line of words above the drawing; the label is still read out. */
  readonly isBare?: boolean;
  /** Shown at the right edge, above the drawing. */
  readonly tools?: ReactNode;
}

const SWATCHES: Record<ChartColour, string> = {
  good: 'bg-good',
  danger: 'bg-danger',
  'waiting-ink': 'bg-waiting-ink',
  ink: 'bg-ink',
  'ink-2': 'bg-ink-2',
};

/** One drawing over time or distance. Screen reader users move along it with the arrow keys and hear the values. */
export function Chart(props: ChartProps) {
  const { label, unit = '', lines, cursor, keyStep = null, isBare = false, tools } = props;
  const { height = CHART_HEIGHT } = props;
  const frame = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const figures = useRef<HTMLSpanElement>(null);
  const engine = useRef<ChartEngine | null>(null);

  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
    engine.current?.update(props);
  });
  // The observer tells the width once the page is laid out: to ask for it would lay out the page anew for every chart.
  useLayoutEffect(() => {
    const elements = { frame: frame.current!, host: host.current!, figures: figures.current! };
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.round(entry!.contentRect.width);
      if (width === 0) return;
      if (engine.current === null) engine.current = createChartEngine(elements, latest.current, width);
      else engine.current.resize(width);
    });
    observer.observe(elements.host);
    return () => {
      observer.disconnect();
      engine.current?.close();
      engine.current = null;
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (keyStep === null || by === 0) return;
    event.preventDefault();
    cursor.set(cursor.get() + by * keyStep * (event.shiftKey ? 10 : 1), label);
  };

  return (
    <div className="min-w-0" data-chart={label}>
      <div className={isBare ? 'sr-only' : 'flex min-h-8 items-center gap-x-3 px-3 pt-2 max-sm:flex-wrap'}>
        <span className="text-14 font-[650] whitespace-nowrap">
          {label}
          {unit !== '' && <span className="font-normal text-ink-2"> {unit}</span>}
        </span>
        {lines.length > 1 && (
          // On a phone below the name and the figures: beside them two long names would be cut to nothing.
          <span className="flex min-w-0 gap-3 max-sm:order-last max-sm:basis-full">
            {lines.map((line) => (
              <span key={line.label} className="flex min-w-0 items-center gap-1.5 text-13 text-ink-2">
                <span className={`h-0.5 w-3 shrink-0 rounded-full ${SWATCHES[line.colour]}`} />
                <CutName name={line.label} others={lines.map(({ label: other }) => other)} />
              </span>
            ))}
          </span>
        )}
        <span className="flex-1" />
        <span ref={figures} aria-hidden="true" className="digits text-18 font-[720] whitespace-nowrap" />
        {tools}
      </div>
      <div
        ref={frame}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuenow={0}
        onKeyDown={onKeyDown}
        className="relative cursor-crosshair touch-pan-y rounded-bib select-none -outline-offset-2"
      >
        <div ref={host} style={{ height }} className="[&_.uplot]:w-full!" />
      </div>
    </div>
  );
}
