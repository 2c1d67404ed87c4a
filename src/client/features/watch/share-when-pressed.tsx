import { use, useEffect, useState } from 'react';
import { CALM_AFTER_MS } from '../../loading/calm.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { ShareIcon } from '../../ui/tool-icons.tsx';
import type { ViewerShareMenuProps } from '../../event/share/viewer-share-menu.tsx';
import { latePart } from '../../event/late-part.tsx';
import { SeenContext } from './viewer-extras.ts';

const menu = latePart<ViewerShareMenuProps & { readonly onClose: () => void }>(
  () => import('../../event/share/viewer-share-menu.tsx').then((module) => module.ViewerShareMenu),
  () => <ShareButton busy />,
);

/**
 * The Share button, whose menu is a third of what the page would load once it is live: it is loaded when the button is
 * pressed, and ahead of that once the page has been quiet for a while, so that it still opens when the signal goes.
 */
export function ShareWhenPressed() {
  const seen = use(SeenContext);
  const [isPressed, setIsPressed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => void menu.preload(), CALM_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isPressed && seen !== null) return <menu.Part seen={seen} isOpenAtFirst onClose={() => setIsPressed(false)} />;
  return <ShareButton aria-haspopup="menu" aria-expanded={false} onClick={() => setIsPressed(true)} />;
}

function ShareButton(props: ButtonProps) {
  return (
    <Button {...props} variant="quiet" className="px-3!">
      <ShareIcon /> Share
    </Button>
  );
}
