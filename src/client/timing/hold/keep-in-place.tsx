import { Component } from 'react';
import { beforePaint } from '../rows/before-paint.ts';
import { expectOwnMove, notePlaces } from '../taps/button-places.ts';
import { noteOwnScroll, scrollToKeepInPlace } from '../hands/hand-scroll.ts';

export interface KeepInPlaceProps {
  /** Changes when rows come, go or move. */
  readonly order: string;
  /** Changes when a button comes or goes in its row. */
  readonly done: string;
  readonly query: string;
  /** The part of the page whose list was last tapped; null where none was. */
  readonly tappedList: () => Element | null;
  /** The search was ended by a tap on the racer who was found. */
  readonly wasEndedByTap: () => boolean;
}

interface Before {
  readonly scrollY: number;
  /** The elements that should stay where they are, the first that is still there; and where they were. */
  readonly anchors: readonly { readonly find: () => Element | null; readonly top: number }[];
}

/**
 * When the lists close up, the list that was last tapped stays where it is on the screen, or the rows in sight: the page is
 * scrolled by as much as rows above have come or gone. A search ends where it began. A class, because a hook cannot look at
 * the page before it changes.
 */
export class KeepInPlace extends Component<KeepInPlaceProps> {
  private home = 0;

  override getSnapshotBeforeUpdate({ order, query }: KeepInPlaceProps): Before | null {
    if (order === this.props.order && query === this.props.query) return null;
    if (query === '' && this.props.query !== '') this.home = window.scrollY;
    return { scrollY: window.scrollY, anchors: query === '' ? listAnchors(this.props.tappedList()) : [] };
  }

  override componentDidUpdate({ done, query }: KeepInPlaceProps, _state: object, before: Before | null): void {
    if (before === null) {
      if (done !== this.props.done) beforePaint(() => notePlaces());
      return;
    }
    // Reading the layout applies the scroll of a page that has become shorter.
    noteOwnScroll(window.scrollY - before.scrollY);
    if (query !== this.props.query && !this.props.wasEndedByTap()) expectOwnMove();
    if (query !== '' && this.props.query === '') scrollToKeepInPlace(this.home - window.scrollY);
    for (const { find, top } of before.anchors) {
      const element = find();
      if (element === null) continue;
      scrollToKeepInPlace(element.getBoundingClientRect().top - top);
      break;
    }
    notePlaces();
  }

  override render(): null {
    return null;
  }
}

function listAnchors(tapped: Element | null): Before['anchors'] {
  const from = document.querySelector('[data-timing-bar]')?.getBoundingClientRect().bottom ?? 0;
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  const isInSight = (top: number) => top >= from && top < innerHeight;
  if (tapped !== null && isInSight(topOf(tapped))) return [{ find: () => tapped, top: topOf(tapped) }];
  return [...document.querySelectorAll<HTMLElement>('[data-timing-button][data-racer]')].flatMap((button) => {
    const top = topOf(button);
    const racer = CSS.escape(button.dataset['racer']!);
    const find = () => document.querySelector(`[data-timing-button][data-racer="${racer}"]`);
    return isInSight(top) ? { find, top } : [];
  });
}
