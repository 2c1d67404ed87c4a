import { useIsOnline } from './connectivity.ts';

export function ConnectivityBanner() {
  if (useIsOnline()) return null;
  return (
    <section data-connection-banner aria-label="Connection" className="border-b border-line bg-soft">
      <p className="page flex items-center gap-3 py-3 text-14 text-ink">
        <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-waiting" />
        <span>
          <strong className="font-semibold">No connection.</strong> Go on with what is open here. Signing in and account
          changes need a signal.
        </span>
      </p>
    </section>
  );
}
