import type { SeenEvent } from '../event-context.ts';
import { ShareButton, useShareItems } from './use-share-items.tsx';

/** For viewers: the link to pass on, and the results as a file. */
export function ViewerShareMenu({ seen }: { readonly seen: SeenEvent }) {
  const { links, files, trigger, dialog } = useShareItems(seen);
  return (
    <>
      <ShareButton trigger={trigger} items={[...links, 'separator', ...files]} />
      {dialog}
    </>
  );
}
