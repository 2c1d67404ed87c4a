import { seriesPagePath } from '../../../protocol/series-paths.ts';
import { useAction } from '../../session/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkPanel } from '../../ui/link-panel.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.tsx';
import { setLink } from './series-calls.ts';

export interface ShareSeriesProps {
  readonly seriesId: string;
  readonly name: string;
  readonly linkKey: string | null;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

export function ShareSeries({ seriesId, name, linkKey, onChanged, onClose }: ShareSeriesProps) {
  const link = useAction((isOn: boolean) => setLink(seriesId, isOn));
  const turn = async (isOn: boolean) => {
    if ((await link.run(isOn)) !== null) await onChanged();
  };
  return (
    <Dialog open title="Share the standings" onClose={onClose}>
      <div className="flex flex-col gap-4">
        {link.error !== null && <Notice tone="bad">{link.error.message}</Notice>}
        {linkKey === null ? (
          <>
            <p>
              Anyone with the link reads names, categories and points, without an account. Events that show initials
              only show initials here as well.
            </p>
            <Button variant="primary" busy={link.isBusy} onClick={() => void turn(true)}>
              Make a link
            </Button>
          </>
        ) : (
          <>
            <LinkPanel
              link={`${location.origin}${seriesPagePath(seriesId, linkKey)}`}
              label="Link to the standings"
              title={name}
              hint="Anyone with the link reads names, categories and points."
              onCopied={() => showToast('Link copied')}
            />
            <Button variant="quiet" busy={link.isBusy} onClick={() => void turn(false)}>
              Withdraw the link
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
