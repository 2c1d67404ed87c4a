import { LANGUAGE } from '../../../domain/language.ts';
import type { ReactNode } from 'react';
import { WarningIcon } from '../../ui/icons.tsx';
import { Chart, highestOf } from './chart.tsx';
import type { Figure } from './figures.ts';
import { formatFigure } from './format-figure.ts';
import type { KnownNode } from './known-node.ts';
import { currentOf, isCounted, type Level, levelOf } from './troubles.ts';

export interface TileProps {
  readonly known: KnownNode;
  readonly figure: Figure;
  readonly cursor: number | null;
  readonly onCursor: (index: number | null) => void;
}

const LEVELS: Record<Level, { readonly edge: string; readonly value: string; readonly words: ReactNode }> = {
  calm: { edge: 'border-line', value: '', words: null },
  watch: { edge: 'border-waiting-ink', value: 'text-waiting-ink', words: 'Worth a look' },
  wrong: { edge: 'border-danger', value: 'text-danger', words: 'Wrong' },
};

const clock = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: 'medium', hourCycle: 'h23' });

export function Tile({ known, figure, cursor, onCursor }: TileProps) {
  const { name, title, unit, also, limits, hint } = figure;
  const { at, series } = known;
  const level = levelOf(known, figure);
  const { edge, value, words } = LEVELS[level];
  const at0 = cursor !== null && cursor < at.length ? cursor : null;
  const shown = at0 === null ? currentOf(known, name) : series[name][at0]!;
  const beside = also && (at0 === null ? currentOf(known, also.name) : series[also.name][at0]!);
  const highest = highestOf(series[name]);
  const besideWords = also && beside ? joinWords(also.title, formatFigure(beside, also.unit ?? unit)) : '';
  const describe = (index: number) =>
    `${clock.format(at[index])}: ${formatFigure(series[name][index] ?? null, unit)}`.replace('–', 'nothing measured');

  return (
    <li className={`flex min-w-0 flex-col rounded-card border bg-card p-3 shadow-card sm:p-4 ${edge}`}>
      <h3 className="flex items-start gap-2 text-14 font-[650] text-ink-2">
        {title}
        {words !== null && (
          <span className={`ms-auto flex items-center gap-1 whitespace-nowrap ${value}`}>
            <WarningIcon className="size-4" />
            <span className="max-sm:sr-only">{words}</span>
          </span>
        )}
      </h3>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className={`digits text-24 font-[720] whitespace-nowrap sm:text-32 ${value}`}>
          {formatFigure(shown, unit)}
        </span>
        <span className="digits text-14 whitespace-nowrap text-ink-2">
          {at0 !== null ? clock.format(at[at0]) : isCounted(name) ? 'in the last minute' : besideWords}
        </span>
      </p>
      <div className="mt-auto pt-3">
        <Chart
          label={`${title}, the last hour`}
          at={at}
          values={series[name]}
          beside={also && also.unit === undefined ? series[also.name] : undefined}
          level={level}
          limit={limits?.[1]}
          cursor={at0}
          onCursor={onCursor}
          describe={describe}
        />
        <p className="digits mt-1 text-13 text-ink-2">
          {highest > 0 && !isCounted(name) && `up to ${formatFigure(highest, unit)}`}
        </p>
      </div>
      <p className="mt-2 text-13 text-ink-2 max-sm:sr-only sm:min-h-[2lh]">{hint}</p>
    </li>
  );
}

/** For example 'half within 4 ms', but '2 events followed'. */
const joinWords = (title: string, figure: string): string =>
  title.endsWith('within') ? `${title} ${figure}` : `${figure} ${title}`;
