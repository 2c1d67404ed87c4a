import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The race has changes that this page cannot read. What waits on this device survives the reload. */
export function OutdatedNotice() {
  return (
    <Notice tone="bad">
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        This page is older than the race. Update to see everything.
        <Button variant="primary" onClick={() => location.reload()}>
          Update
        </Button>
      </span>
    </Notice>
  );
}
