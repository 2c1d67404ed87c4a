/**
 * The race has changes that this page cannot read. Waiting commands on this device survive the reload. The notice comes
 * with the page and is not loaded when needed: the server may have no file of this release any more.
 */
export function OutdatedNotice() {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 rounded-button border border-danger bg-card px-4 py-3">
      This page is older than the race. Update to see everything.
      <button type="button" className="min-h-12 font-[650] link" onClick={() => location.reload()}>
        Update
      </button>
    </p>
  );
}
