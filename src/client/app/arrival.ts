import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** The path of the last arrival. It outlives the screens, which mount and unmount around it. */
let lastPathname: string | null = null;

/**
 * A page change within the app does what a page load does: it starts at the top, and a screen reader hears where it is.
 * The first page needs neither: the browser has done both.
 */
export function useArrival(title: string): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();

  useEffect(() => {
    document.title = `${title} · Pushoff`;
  }, [title]);

  useEffect(() => {
    const isFirst = lastPathname === null;
    if (pathname === lastPathname) return;
    lastPathname = pathname;
    if (isFirst) return;
    // Going back, the browser restores the scroll position by itself.
    if (navigationType !== 'POP') window.scrollTo(0, 0);
    // A user who opened the menu while the page was still loading keeps it: moving the focus would close it again.
    if (document.activeElement?.getAttribute('aria-expanded') === 'true') return;
    // A form that was asked for is typed into at once.
    const field = document.querySelector<HTMLElement>('main [data-first-field]');
    if (field !== null) return field.focus({ preventScroll: true });
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.classList.add('outline-none');
    heading?.focus({ preventScroll: true });
  }, [pathname, navigationType]);
}
