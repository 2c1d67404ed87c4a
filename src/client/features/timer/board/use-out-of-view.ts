import { type RefObject, useEffect, useState } from 'react';

/** True once an element has been scrolled out of sight. `key` says that the ref may hold another element now. */
export function useOutOfView(ref: RefObject<HTMLElement | null>, key: string, isWatching: boolean): boolean {
  const [isOut, setIsOut] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!isWatching || element === null) {
      setIsOut(false);
      return;
    }
    const observer = new IntersectionObserver(([entry]) => setIsOut(entry?.isIntersecting === false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, key, isWatching]);
  return isOut;
}
