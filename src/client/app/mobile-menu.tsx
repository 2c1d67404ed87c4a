import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CloseIcon, MenuIcon } from '../ui/icons.tsx';

export const menuItemClass =
  'flex min-h-14 w-full items-center rounded-button px-4 text-start text-18 font-[650] hover:bg-soft active:bg-soft';

export interface MobileMenuProps {
  readonly className: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A disclosure, not an ARIA menu: it opens a short list of links, and Tab walks through it as through any other. */
export function MobileMenu({ className, children }: MobileMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = () => setIsOpen(false);

  useEffect(() => {
    if (!isOpen) return;
    const closeOnLeave = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) setIsOpen(false);
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setIsOpen(false);
      button.current?.focus();
    };
    // Closed by a tap as well as by the focus: on an iPhone a tap elsewhere moves no focus.
    document.addEventListener('pointerdown', closeOnLeave);
    document.addEventListener('focusin', closeOnLeave);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOnLeave);
      document.removeEventListener('focusin', closeOnLeave);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [isOpen]);

  return (
    <div ref={menu} className={className}>
      <Button
        ref={button}
        variant="quiet"
        className="-me-[12px] px-3"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? <CloseIcon className="size-6" /> : <MenuIcon className="size-6" />}
        <span className="sr-only">Menu</span>
      </Button>
      <nav
        id={panelId}
        aria-label="Menu"
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-40 border-y border-line bg-card py-2 shadow-float animate-appear"
      >
        {children(close)}
      </nav>
    </div>
  );
}
