import { errors } from '../../protocol/errors.ts';
import type { OutboxRow } from '../sync/ports.ts';
import type { SyncClient } from '../sync/sync-client.ts';
import { Button } from '../ui/button.tsx';
import { describeCommand } from './waiting-commands.ts';

export function RefusedCommands({ sync, rows }: { readonly sync: SyncClient; readonly rows: readonly OutboxRow[] }) {
  return (
    <section aria-label="Needs attention">
      <h3 className="text-18 font-[650]">Refused by the server</h3>
      <p className="mt-1 text-ink-2">They stay here until you have seen to them.</p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {rows.map(({ command, code }) => (
          <li key={command.id} className="flex items-center gap-3 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-[650]">{describeCommand(command)}</p>
              <p className="text-14 text-ink-2">{errors[code ?? 'internal'].text}</p>
            </div>
            <Button variant="quiet" onClick={() => void sync.dismiss(command.id)}>
              Dismiss
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
