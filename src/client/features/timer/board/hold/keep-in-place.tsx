import { Component } from 'react';
import { scrolledByHand, scrollToKeepInPlace } from './hand-scroll.ts';
import { hands } from './hands.ts';

export interface KeepInPlaceProps {
  /** Changes when rows come, go or move. */
  readonly order: string;
  readonly query: string;
  /** The element that stays where it is on the screen; looked up before and after the change. */
  readonly find: (wasSearching: boolean) => Element | null;
}

/** Where the list stood before a search. */
interface Home {
  /** Of the list that was last tapped; null where there was none. */
  readonly top: number | null;
  readonly scrolled: number;
}

/**
 * A list that grows above the one that is being tapped would push its buttons down the screen, 44 starts far: the page
 * is scrolled by as much instead. After a search the racer who was found stays under the finger; when the list closes up,
 * it goes back to where it was before, or the next racer in turn would have to be scrolled for. A class, because a hook
 * cannot look at the page before it changes.
 */
export class KeepInPlace extends Component<KeepInPlaceProps> {
  private home: Home | null = null;
  private scrolledAtEndOfSearch = 0;
  private scrolledBeforeUpdate = 0;

  override getSnapshotBeforeUpdate(before: KeepInPlaceProps): number | null {
    const { order, query, find } = this.props;
    if (before.order === order && before.query === query) return null;
    // A list that gets shorter scrolls the page as well, which is no hand's doing: hence before it does.
    this.scrolledBeforeUpdate = scrolledByHand();
    if (before.query === '' && query !== '') this.home = { top: topOf(find(false)), scrolled: window.scrollY };
    return topOf(find(before.query !== ''));
  }

  override componentDidUpdate(before: KeepInPlaceProps, _state: object, top: number | null): void {
    const now = top === null ? null : topOf(this.props.find(before.query !== ''));
    if (top !== null && now !== null && now !== top) scrollToKeepInPlace(now - top);
    if (this.home !== null && this.props.query === '') this.goHome(this.home, before, top !== null);
  }

  private goHome(home: Home, before: KeepInPlaceProps, isFound: boolean): void {
    const isEndOfSearch = before.query !== '';
    if (isEndOfSearch) this.scrolledAtEndOfSearch = scrolledByHand();
    const waits = isEndOfSearch ? isFound : before.order === this.props.order || hands.calmAt() > performance.now();
    if (waits) return;
    this.home = null;
    // A hand that has scrolled since wants to be where it is.
    if (this.scrolledBeforeUpdate !== this.scrolledAtEndOfSearch) return;
    const top = topOf(this.props.find(false));
    scrollToKeepInPlace(top === null || home.top === null ? home.scrolled - window.scrollY : top - home.top);
  }

  override render(): null {
    return null;
  }
}

function topOf(element: Element | null): number | null {
  return element === null ? null : element.getBoundingClientRect().top;
}
