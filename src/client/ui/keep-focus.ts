/** Before a row goes that has the focus: from the page's end or beginning, the keyboard would have to come back all the way. */
export function keepFocusInSection(element: Element): void {
  element.closest<HTMLElement>('section[tabindex]')?.focus({ preventScroll: true });
}
