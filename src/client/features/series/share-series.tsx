import { seriesPagePath } from '../../../protocol/series-paths.ts';
import { useAction } from '../../session/use-action.ts';
import { ShareByLink } from '../../ui/share-by-link.tsx';
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
    <ShareByLink
      heading="Share the standings"
      title={name}
      label="Link to the standings"
      hint="Anyone with the link reads names, categories and points."
      path={linkKey && seriesPagePath(seriesId, linkKey)}
      before="Anyone with the link reads names, categories and points, without an account. Events that show initials only show initials here as well. People who follow one of its events are told the places once everyone is in, and a racer’s own shared page says theirs."
      isBusy={link.isBusy}
      error={link.error?.message ?? null}
      onTurn={(isOn) => void turn(isOn)}
      onClose={onClose}
    />
  );
}
