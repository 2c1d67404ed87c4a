import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { BackIcon } from '../ui/icons.tsx';

export interface ViewPageProps {
  readonly title: string;
  /** The event's name. */
  readonly name: string;
  /** Its content is on its way: a page without content has no heading. */
  readonly isArriving?: boolean;
  /** Buttons that time stand below: the title takes the same room whatever it says. */
  readonly isTimed?: boolean;
  readonly onClose: () => void;
  /** Name of the page to which the way back leads, for screen readers. */
  readonly back?: string;
  /** Shown at the right edge, opposite of the way back. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a view beside the board: its title, the event's name and the way back. */
export function ViewPage(props: ViewPageProps) {
  const {
    title,
    name,
    isArriving = false,
    isTimed = false,
    onClose,
    back = 'Back to the race',
    tools,
    children,
  } = props;
  const Title = isArriving ? 'p' : 'h1';
  return (
    <div className="page mx-auto flex max-w-4xl flex-col gap-4 pb-12 lying:gap-2">
      {/* Where tools would leave the title a few letters, they stand below it. */}
      <header className={`-mx-[12px] flex items-center gap-1 pt-2 lying:pt-0 ${isTimed ? '' : 'flex-wrap'}`}>
        <Button variant="quiet" className="px-3!" onClick={onClose}>
          <BackIcon />
          <span className="sr-only">{back}</span>
        </Button>
        <div
          className={`min-w-0 flex-1 lying:flex lying:items-baseline lying:gap-3 ${isTimed ? 'max-[20rem]:not-lying:min-h-20' : 'basis-[min(10rem,60%)]'}`}
        >
          <Title
            dir="auto"
            className={`heading text-24 wrap-anywhere ${isTimed ? 'line-clamp-1 max-[20rem]:not-lying:line-clamp-2' : 'line-clamp-2'}`}
          >
            {title}
          </Title>
          <p dir="auto" className="truncate text-14 text-ink-2">
            {name}
          </p>
        </div>
        {tools && <div className="ms-auto shrink-0 pe-3">{tools}</div>}
      </header>
      {children}
    </div>
  );
}
