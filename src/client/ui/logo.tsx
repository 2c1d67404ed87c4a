export interface LogoProps {
  className?: string | undefined;
}

/** The mark and the name. The name is text, so a link around it needs no label of its own. */
export function Logo({ className = '' }: LogoProps) {
  return (
    <span className={`inline-flex items-center gap-2.5 ${className}`}>
      <LogoMark className="size-6" />
      <span className="text-24 leading-none font-[820] tracking-[-0.015em] [font-stretch:116%]">Pushoff</span>
    </span>
  );
}

export function LogoMark({ className = 'size-6' }: LogoProps) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className={`shrink-0 ${className}`}>
      <rect width="24" height="24" rx="6" className="fill-accent" />
      <path d="M8 5.5v13l11-6.5z" className="fill-on-accent" />
    </svg>
  );
}
