import { racerPagePath } from '../../../protocol/history.ts';
import { useAction } from '../../session/use-action.ts';
import { ShareByLink } from '../../ui/share-by-link.tsx';
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
    <ShareByLink
      heading="Share these results"
      title={publicName}
      label="Link to the results"
      hint="Anyone with the link reads times, dates, courses and bests. Only public events are named."
      path={linkKey && racerPagePath(racerId, linkKey)}
      before="Anyone with the link reads this racer’s times, dates, courses and bests, without an account. Events in your public group are named, with their conditions; the names of all others stay with you, and so do year of birth, gender, class and club."
      isBusy={link.isBusy}
      error={link.error?.message ?? null}
      onTurn={(isOn) => void turn(isOn)}
      onClose={onClose}
    >
      {publicName !== name && (
        <p className="text-14 text-ink-2">
          Readers see <bdi>{publicName}</bdi>, because one of the events shows initials only.
        </p>
      )}
    </ShareByLink>
  );
}
