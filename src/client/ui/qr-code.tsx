import { useMemo } from 'react';
import { encode } from 'uqr';

/** Scanners need this many empty modules around the code. */
const QUIET_ZONE = 4;

export interface QrCodeProps {
  text: string;
  /** The target of the link, for screen readers. */
  label: string;
  /** Sizes in the design language, as classes. */
  className?: string;
}

/** Dark on white in both colour schemes, because half of all scanners read nothing else. */
export function QrCode({ text, label, className = 'size-32' }: QrCodeProps) {
  const { path, size } = useMemo(() => draw(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`shrink-0 forced-color-adjust-none rounded-bib ${className}`}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** One bar for each run of dark modules in a row: a few hundred instead of a few thousand shapes. */
function draw(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'L', boostEcc: true, border: QUIET_ZONE });
  const bars: string[] = [];
  data.forEach((row, y) => {
    let begin = -1;
    for (let x = 0; x <= row.length; x += 1) {
      if (row[x] === true && begin < 0) begin = x;
      else if (row[x] !== true && begin >= 0) {
        bars.push(`M${begin} ${y}h${x - begin}v1h${begin - x}z`);
        begin = -1;
      }
    }
  });
  return { path: bars.join(''), size };
}
