import { type RefObject, useEffect, useState } from 'react';

/** Whether any of the element can be seen: it is within the window, and the tab is in front. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [isInView, setIsInView] = useState(false);

  useEffect(() => {
    if (!element.current) return;
    let isIntersecting = false;
    const update = () => setIsInView(isIntersecting && document.visibilityState === 'visible');
    const observer = new IntersectionObserver((entries) => {
      isIntersecting = entries.at(-1)?.isIntersecting ?? false;
      update();
    });
    observer.observe(element.current);
    document.addEventListener('visibilitychange', update);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, [element]);

  return isInView;
}
