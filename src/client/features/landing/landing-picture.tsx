import type { ReactNode } from 'react';
import { useMedia } from '../../ui/use-media.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface LandingPictureProps {
  /** The address of the picture without its ending: see `useLandingFile`. */
  readonly file: string;
  /** In pixels; the room is kept before the file has arrived. */
  readonly size: Size;
  readonly alt: string;
  readonly className?: string;
  /** Shown over the picture. */
  readonly children?: ReactNode;
}

export const useIsWide = (): boolean => useMedia('(min-width: 640px)');

/** Pictures of the product are made by scripts in two shapes and two colour schemes; a visitor loads one of the four. */
export function useLandingFile(name: string): string {
  const shape = useIsWide() ? '' : '-tall';
  const scheme = useMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  return `/pictures/${name}${shape}-${scheme}`;
}

export function LandingPicture({ file, size, alt, className = '', children }: LandingPictureProps) {
  return (
    <div className={`relative overflow-hidden ${className}`}>
      {/* `loading` comes first: an image with an address is loaded at once where it is not known to be lazy. */}
      <img loading="lazy" decoding="async" src={`${file}.webp`} alt={alt} className="block h-auto w-full" {...size} />
      {children}
    </div>
  );
}
