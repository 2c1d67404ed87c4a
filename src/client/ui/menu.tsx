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
}

export type MenuItem =
  | (MenuEntry & { onSelect: () => void; href?: never })
  | (MenuEntry & { href: string; onSelect?: never })
  | 'separator';

export interface MenuProps {
  label: string;
  /** A `<button>` or `<Button>`, or the content of one. */
  trigger: ReactNode;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
  onOpenChange?: (isOpen: boolean) => void;
  isOpenAtFirst?: boolean;
}

const ITEM =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-bib px-3 text-16 font-[550] select-none ' +
  'outline-offset-[-3px] data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-soft';

export function Menu({
  label,
  trigger,
  items,
  align = 'end',
  onOpenChange = () => undefined,
  isOpenAtFirst = false,
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
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-56 max-w-[calc(100vw-24px)] animate-appear overflow-y-auto rounded-card border border-line bg-card p-2 text-ink shadow-float outline-none"
        >
          {items.map((item, index) =>
            item === 'separator' ? (
              <DropdownMenu.Separator key={index} className="mx-1 my-2 h-px bg-line forced-colors:border-t" />
            ) : (
              <Entry key={index} item={item} />
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Entry({ item }: { item: Exclude<MenuItem, 'separator'> }) {
  const className = `${ITEM} ${item.danger ? 'text-danger' : ''}`;
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
