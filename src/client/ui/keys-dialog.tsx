import { Dialog } from './dialog.tsx';

export interface KeysDialogProps {
  readonly keys: readonly { readonly keys: readonly string[]; readonly does: string }[];
  readonly onClose: () => void;
}

export function KeysDialog({ keys: rows, onClose }: KeysDialogProps) {
  return (
    <Dialog open onClose={onClose} title="Keyboard">
      <dl className="flex flex-col divide-y divide-line">
        {rows.map(({ keys, does }) => (
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
