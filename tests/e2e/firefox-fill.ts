import type { Locator, Page } from '@playwright/test';

/** Runs in the page: sets the value as typing does, past React's note of what it has set itself. */
function setAsTyped(field: SVGElement | HTMLElement, value: string): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  if (!(field instanceof kind)) return;
  const set = Object.getOwnPropertyDescriptor(kind.prototype, 'value')!.set!;
  // A field that takes 200 letters is given no more by a keyboard.
  const typed = field.maxLength < 0 ? value : value.slice(0, field.maxLength);
  for (const text of ['', typed]) {
    set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

let isMended = false;

/**
 * Playwright's `fill` in Firefox sets a value through the page's own objects, among them React's note of the last value:
 * React then sees no change, and the field is empty again with the next render. Here the value is set once more.
 */
export function mendFill(page: Page): void {
  if (isMended) return;
  isMended = true;
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator;
  const { fill } = locators;
  locators.fill = async function (this: Locator, value, options) {
    await fill.call(this, value, options);
    await this.evaluate(setAsTyped, value);
  };
}
