import type { Entry } from '../../../domain/model/state.ts';

export type ShowDetails = (racerId: string) => void;

export interface RacerNameProps {
  readonly entry: Entry;
  /** Null for viewers. */
  readonly onShow: ShowDetails | null;
  readonly className?: string;
}

/**
 * A name can be one emoji, 200 characters, HTML or written from the right: it takes one line and is isolated with its
 * own direction. The press area of the button covers the row except for its other controls.
 */
export function RacerName({ entry, onShow, className = '' }: RacerNameProps) {
  const look = `block w-full truncate text-start ${className}`;
  if (onShow === null) {
    return (
      <span dir="auto" className={look} title={entry.name}>
        {entry.name}
      </span>
    );
  }
  return (
    <button
      type="button"
      dir="auto"
      title={entry.name}
      onClick={() => onShow(entry.racerId)}
      className={`${look} rounded-bib outline-offset-0 after:absolute after:inset-0 after:content-[''] hover:underline`}
    >
      {entry.name}
    </button>
  );
}

/** The number before the name, as both are called out. */
export function NumberedName({ className = '', ...props }: RacerNameProps) {
  const { bib } = props.entry;
  return (
    <span className={`flex min-w-0 gap-1.5 ${className}`}>
      {bib && (
        <span className="digits max-w-24 shrink-0 truncate font-[760]">
          <span className="sr-only">Bib </span>
          {bib}
        </span>
      )}
      <RacerName {...props} />
    </span>
  );
}
