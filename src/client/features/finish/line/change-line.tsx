import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import type { NamedLine } from './named-lines.ts';
import { Panel } from '../../../timing/waiting/panel.tsx';

export interface ChangeLineProps {
  readonly here: NamedLine;
  readonly lines: readonly NamedLine[];
  readonly onLine: (line: NamedLine) => void;
  readonly onClose: () => void;
}

/** Every tap after a slip would be a time at the wrong line, so the choice is asked again in words. */
export function ChangeLine({ here, lines, onLine, onClose }: ChangeLineProps) {
  const [asked, setAsked] = useState<NamedLine | null>(null);
  if (asked !== null) {
    return (
      <Panel title={`Time ${asked.name} from now on?`} onClose={onClose}>
        <div className="flex min-h-0 flex-col gap-2 overflow-y-auto">
          <p dir="auto" className="text-16 text-ink-2 wrap-anywhere">
            Every tap on this phone is then a time at {asked.name}. Times taken so far stay at {here.name}, unless you
            move them.
          </p>
          <div className="grid gap-2 sm:grid-cols-2">
            <Button variant="primary" onClick={() => onLine(asked)}>
              <span className="truncate">Time {asked.name}</span>
            </Button>
            <Button onClick={onClose}>
              <span className="truncate">Keep timing {here.name}</span>
            </Button>
          </div>
        </div>
      </Panel>
    );
  }
  return (
    <Panel title="Which line does this phone time?" onClose={onClose}>
      <ul className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto overscroll-contain">
        {lines.map((each) => {
          const isHere = each.line === here.line;
          return (
            <li key={each.line}>
              <Button
                aria-current={isHere || undefined}
                className="w-full justify-start!"
                onClick={() => (isHere ? onClose() : setAsked(each))}
              >
                <span dir="auto" className="truncate">
                  {each.name}
                </span>
                {isHere && (
                  <span className="ms-auto flex shrink-0 items-center gap-1 text-14 text-ink-2">
                    <CheckIcon className="size-5 text-good" /> timed now
                  </span>
                )}
              </Button>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
