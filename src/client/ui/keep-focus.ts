/** Called before a row with the focus is removed: the focus would fall back to the page's start, far from the list. */
export function keepFocusInSection(element: Element): void {
  element.closest<HTMLElement>('section[tabindex]')?.focus({ preventScroll: true });
}
