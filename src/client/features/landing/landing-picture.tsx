import type { ReactNode } from 'react';

export const WIDE = '(min-width: 640px)';
export const DARK = '(prefers-color-scheme: dark)';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface LandingPictureProps {
  /** A file of `/pictures/` without its shape, its colour scheme and its ending. */
  readonly name: string;
  /** In pixels; the room is kept before the file has arrived. */
  readonly wide: Size;
  readonly tall: Size;
  readonly alt: string;
  readonly className?: string;
  /** Shown over the picture. */
  readonly children?: ReactNode;
}

export const landingFile = (name: string, isWide: boolean, isDark: boolean): string =>
  `/pictures/${name}${isWide ? '' : '-tall'}-${isDark ? 'dark' : 'light'}`;

/** A picture of the product, made by a script in two shapes and two colour schemes; the browser loads one of the four. */
export function LandingPicture({ name, wide, tall, alt, className = '', children }: LandingPictureProps) {
  return (
    <div className={`relative overflow-hidden ${className}`}>
      <picture>
        <source media={`${WIDE} and ${DARK}`} srcSet={`${landingFile(name, true, true)}.webp`} {...wide} />
        <source media={WIDE} srcSet={`${landingFile(name, true, false)}.webp`} {...wide} />
        <source media={DARK} srcSet={`${landingFile(name, false, true)}.webp`} {...tall} />
        <img
          src={`${landingFile(name, false, false)}.webp`}
          alt={alt}
          loading="lazy"
          decoding="async"
          className="block h-auto w-full"
          {...tall}
        />
      </picture>
      {children}
    </div>
  );
}
