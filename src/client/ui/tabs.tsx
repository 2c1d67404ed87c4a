import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

export interface TabsProps {
  label: string;
  tabs: readonly { id: string; label: ReactNode; content: ReactNode }[];
  /** For a page that keeps the chosen tab itself. */
  chosen?: string;
  onChoose?: (id: string) => void;
}

const TAB =
  'relative min-h-12 min-w-11 shrink-0 rounded-bib px-1 text-16 font-[650] whitespace-nowrap text-ink-2 -outline-offset-3 ' +
  'hover:text-ink data-[state=active]:text-ink ' +
  'after:absolute after:inset-x-0 after:bottom-0 after:h-[3px] after:rounded-full ' +
  'data-[state=active]:after:bg-ink forced-colors:data-[state=active]:after:bg-[Highlight]';

export function Tabs({ label, tabs, chosen, onChoose }: TabsProps) {
  const first = tabs[0]?.id;
  if (first === undefined) return null;
  return (
    <Primitive.Root
      defaultValue={first}
      {...(chosen !== undefined && { value: chosen })}
      {...(onChoose && { onValueChange: onChoose })}
    >
      <Primitive.List
        aria-label={label}
        className={`flex gap-x-6 max-[26rem]:gap-x-2 border-b border-line ${chosen === undefined ? 'overflow-x-auto [scrollbar-width:none]' : 'flex-wrap'}`}
      >
        {tabs.map((tab) => (
          <Primitive.Trigger key={tab.id} value={tab.id} className={TAB}>
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.id} value={tab.id} className="rounded-bib pt-5">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
