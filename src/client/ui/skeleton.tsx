import { type ReactNode, useEffect, useState } from 'react';

export function Skeleton({ className = '' }: { className?: string | undefined }) {
  return (
    <div
      aria-hidden="true"
      className={`animate-breathe rounded-bib bg-soft forced-colors:border ${className || 'h-6 w-full'}`}
    />
  );
}

const PATIENCE_MS = 300;

export interface LoadingRegionProps {
  /** The skeleton of the coming content. */
  children?: ReactNode;
  /** Classes of bars that stand one below the other, in place of children. */
  bars?: readonly string[];
  label?: string;
  className?: string | undefined;
}

/**
 * Reserves the room of loading content. A wait under 300 ms shows nothing, because a flash of grey looks slower than a
 * short pause; the room is taken from the start, so that nothing jumps when the content appears.
 */
export function LoadingRegion({ children, bars = [], label = 'Loading', className = '' }: LoadingRegionProps) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={className}>
      <p role="status" className="sr-only">
        {shown && label}
      </p>
      <div className={shown ? '' : 'invisible'}>
        {children}
        {bars.map((bar, at) => (
          <Skeleton key={at} className={bar} />
        ))}
      </div>
    </div>
  );
}
