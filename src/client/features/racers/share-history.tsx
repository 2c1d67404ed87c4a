import { racerPagePath } from '../../../protocol/history.ts';
import { useAction } from '../../session/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkPanel } from '../../ui/link-panel.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.tsx';
import { setLink } from './history-calls.ts';

export interface ShareHistoryProps {
  readonly racerId: string;
  readonly name: string;
  /** The name that others read. */
  readonly publicName: string;
  readonly linkKey: string | null;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

export function ShareHistory({ racerId, name, publicName, linkKey, onChanged, onClose }: ShareHistoryProps) {
  const link = useAction((isOn: boolean) => setLink(racerId, isOn));
  const turn = async (isOn: boolean) => {
    if ((await link.run(isOn)) !== null) await onChanged();
  };
  return (
    <Dialog open title="Share these results" onClose={onClose}>
      <div className="flex flex-col gap-4">
        {link.error !== null && <Notice tone="bad">{link.error.message}</Notice>}
        {linkKey === null ? (
          <>
            <p>
              Anyone with the link reads this racer’s times, bests, and the names of the events, without an account.
              Year of birth, gender, class and club stay with you.
            </p>
            <Button variant="primary" busy={link.isBusy} onClick={() => void turn(true)}>
              Make a link
            </Button>
          </>
        ) : (
          <>
            <LinkPanel
              link={`${location.origin}${racerPagePath(racerId, linkKey)}`}
              label="Link to the results"
              title={publicName}
              hint="Anyone with the link reads times, bests, and the names of the events."
              onCopied={() => showToast('Link copied')}
            />
            <Button variant="quiet" busy={link.isBusy} onClick={() => void turn(false)}>
              Withdraw the link
            </Button>
          </>
        )}
        {publicName !== name && (
          <p className="text-14 text-ink-2">
            Readers see <bdi>{publicName}</bdi>, because one of the events shows initials only.
          </p>
        )}
      </div>
    </Dialog>
  );
}
