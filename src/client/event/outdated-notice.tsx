import { Button } from '../ui/button.tsx';

/**
 * The race has changes that this page cannot read. Waiting commands on this device survive the reload. The notice comes
 * with the page and is not loaded when needed: the server may have no file of this release any more.
 */
export function OutdatedNotice() {
  return (
    <div role="alert" className="flex items-center gap-3 rounded-card border border-danger bg-card p-3 ps-4">
      <p className="flex-1">This page is older than the race. Update to see everything.</p>
      <Button onClick={() => location.reload()}>Update</Button>
    </div>
  );
}
