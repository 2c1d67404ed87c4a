import { DropdownMenu } from 'radix-ui';
import { isValidElement, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { useTopModal } from './top-modal.ts';

interface MenuEntry {
  label: ReactNode;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  /** The menu stays, with other items. */
  keepsOpen?: boolean;
  /** Over both columns of a wide menu. */
  isLong?: boolean;
}

export type MenuItem =
  | (MenuEntry & { onSelect: () => void; href?: never })
  | (MenuEntry & { href: string; onSelect?: never })
  | { heading: string }
  | 'separator';

export interface MenuProps {
  label: string;
  /** A `<button>` or `<Button>`, or the content of one. */
  trigger: ReactNode;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
  onOpenChange?: (isOpen: boolean) => void;
  isOpenAtFirst?: boolean;
  /** A long menu: two columns where two fit. */
  isWide?: boolean;
}

const ITEM =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-bib px-3 text-16 font-[550] select-none ' +
  'outline-offset-[-3px] data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-soft';

// Rows of 44 px: the whole menu of an event fits on a phone of 844 px.
const WIDE =
  'grid w-100 lying:w-170 grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] leading-5 ' +
  '[&>[role=menuitem]]:min-h-11 [&>[role=separator]]:my-1';

export function Menu({
  label,
  trigger,
  items,
  align = 'end',
  onOpenChange = () => undefined,
  isOpenAtFirst = false,
  isWide = false,
}: MenuProps) {
  const modal = useTopModal();
  const ownButton = isValidElement(trigger) && (trigger.type === 'button' || trigger.type === Button);
  return (
    // Not modal: the modal kind locks scrolling with a <style> element, which the content policy refuses.
    <DropdownMenu.Root modal={false} defaultOpen={isOpenAtFirst} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild aria-label={label}>
        {ownButton ? trigger : <Button variant="quiet">{trigger}</Button>}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={modal}>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          loop
          aria-label={label}
          className={`z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 max-w-[calc(100vw-24px)] animate-appear overflow-y-auto rounded-card border border-line bg-card p-2 text-ink shadow-float outline-none ${isWide ? WIDE : ''}`}
        >
          {items.map((item, index) =>
            item === 'separator' ? (
              <DropdownMenu.Separator
                key={index}
                className="col-span-full mx-1 my-2 h-px bg-line forced-colors:border-t"
              />
            ) : 'heading' in item ? (
              <DropdownMenu.Label
                key={index}
                className="col-span-full px-3 pt-2 text-13 font-[650] text-ink-2 not-first:mt-1"
              >
                {item.heading}
              </DropdownMenu.Label>
            ) : (
              <Entry key={index} item={item} />
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Entry({ item }: { item: Extract<MenuItem, MenuEntry> }) {
  const className = `${ITEM} ${item.danger ? 'text-danger' : ''} ${item.isLong ? 'col-span-full' : ''}`;
  const content = (
    <>
      {item.icon}
      <span className="min-w-0 flex-1">{item.label}</span>
    </>
  );
  if (item.href !== undefined)
    return (
      <DropdownMenu.Item asChild disabled={item.disabled ?? false} className={className}>
        <a href={item.href}>{content}</a>
      </DropdownMenu.Item>
    );
  return (
    <DropdownMenu.Item
      disabled={item.disabled ?? false}
      onSelect={(event) => {
        if (item.keepsOpen) event.preventDefault();
        item.onSelect();
      }}
      className={className}
    >
      {content}
    </DropdownMenu.Item>
  );
}
