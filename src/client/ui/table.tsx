import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';

export interface TableColumn<Row> {
  key: string;
  header: ReactNode;
  align?: 'left' | 'center' | 'right';
  className?: string;
  cell: (row: Row) => ReactNode;
}

export interface TableProps<Row> {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown instead of rows when there are none, with the next step in it. */
  empty: ReactNode;
}

const ALIGN = { left: 'text-start', center: 'text-center', right: 'text-end' };

export function Table<Row>({ caption, columns, rows, rowKey, empty }: TableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const captionId = useId();
  const overflows = useOverflows(frame, rows.length > 0);
  if (rows.length === 0) return <>{empty}</>;
  return (
    <div
      ref={frame}
      // Only a table that has more to the side needs to be reachable by the arrow keys.
      {...(overflows ? { tabIndex: 0, role: 'region', 'aria-labelledby': captionId } : {})}
      className="relative overflow-x-auto rounded-card border border-line bg-card shadow-card"
    >
      <table className="w-full border-collapse text-16">
        <caption id={captionId} className="sr-only">
          {caption}
        </caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map(({ key, header, align = 'left', className = '' }) => (
              <th
                key={key}
                scope="col"
                className={`px-4 py-3 text-14 font-[650] whitespace-nowrap text-ink-2 ${ALIGN[align]} ${className}`}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-b-0">
              {columns.map(({ key, cell, align = 'left', className = '' }) => (
                <td key={key} className={`h-14 px-4 py-2 ${ALIGN[align]} ${className}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function useOverflows(frame: RefObject<HTMLElement | null>, mounted: boolean): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!mounted || !element) return;
    const measure = () => setOverflows(element.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [frame, mounted]);
  return overflows;
}
