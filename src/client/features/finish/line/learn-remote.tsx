import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../ui/button.tsx';
import { nameKey, readRemoteKey, remote, type RemoteKey } from './remote.ts';

export interface LearnRemoteProps {
  readonly onClose: () => void;
}

export function useRemoteKey(): RemoteKey | null {
  return useSyncExternalStore(remote.subscribe, remote.getSnapshot, () => null);
}

/** The next key becomes the button of the remote. It takes no time while this is open. */
export function LearnRemote({ onClose }: LearnRemoteProps) {
  const key = useRemoteKey();
  const [isUnknown, setIsUnknown] = useState(false);

  useEffect(() => {
    function learn(event: KeyboardEvent) {
      // Without these keys nobody could leave by keyboard.
      if (event.key === 'Tab' || event.key === 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      const known = readRemoteKey(event.key);
      setIsUnknown(known === null);
      if (known !== null) remote.set(known);
    }
    const ignore = (event: KeyboardEvent) => event.key === ' ' && event.preventDefault();
    addEventListener('keydown', learn, { capture: true });
    addEventListener('keyup', ignore, { capture: true });
    return () => {
      removeEventListener('keydown', learn, { capture: true });
      removeEventListener('keyup', ignore, { capture: true });
    };
  }, []);

  return (
    <section aria-label="Set up your button" className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 py-2">
      <h2 className="heading text-20">Set up your button</h2>
      <p className="text-16 text-ink-2">
        Pair the Bluetooth remote with this phone, then press its button now. From then on each press takes a time.
      </p>
      <p role="status" className="min-h-14 text-16 font-[650]">
        {isUnknown
          ? 'This button sends a key that can’t take times. Set the remote to Enter, Space, Page Up or Page Down. Volume keys don’t reach this page.'
          : key !== null && `Ready: ${nameKey(key)} records a time.`}
      </p>
      <div className="flex gap-3">
        <Button variant="primary" className="flex-1" onClick={onClose}>
          Done
        </Button>
        {key !== null && (
          <Button className="flex-1" onClick={() => remote.set(null)}>
            Forget it
          </Button>
        )}
      </div>
    </section>
  );
}
