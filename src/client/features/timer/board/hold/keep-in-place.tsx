import { Component } from 'react';
import { scrollToKeepInPlace } from './hand-scroll.ts';

export interface KeepInPlaceProps {
  /** Changes when rows come, go or move. */
  readonly order: string;
  readonly query: string;
  /** The element that stays where it is on the screen; looked up before and after the change. */
  readonly find: (wasSearching: boolean) => Element | null;
}

/**
 * A list that grows above the one that is being tapped would push its buttons down the screen, 44 starts far: the page
 * is scrolled by as much instead. A class, because a hook cannot look at the page before it changes.
 */
export class KeepInPlace extends Component<KeepInPlaceProps> {
  override getSnapshotBeforeUpdate(before: KeepInPlaceProps): number | null {
    const { order, query, find } = this.props;
    if (before.order === order && before.query === query) return null;
    return topOf(find(before.query !== ''));
  }

  override componentDidUpdate(before: KeepInPlaceProps, _state: object, top: number | null): void {
    const now = top === null ? null : topOf(this.props.find(before.query !== ''));
    if (top !== null && now !== null && now !== top) scrollToKeepInPlace(now - top);
  }

  override render(): null {
    return null;
  }
}

function topOf(element: Element | null): number | null {
  return element === null ? null : element.getBoundingClientRect().top;
}
