import { Dialog } from '../../../ui/dialog.tsx';
import { runKeys } from './run-keys.ts';

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard">
      <dl className="flex flex-col divide-y divide-line">
        {runKeys.map(({ keys, does }) => (
          <div key={does} className="flex items-center gap-4 py-2.5">
            <dt className="flex w-28 shrink-0 gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="flex min-h-9 min-w-9 items-center justify-center rounded-bib border border-line bg-soft px-2 font-sans text-14 font-[650]"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-16">{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
