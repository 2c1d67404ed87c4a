import { SeriesList } from './series-list.tsx';
import { SeriesPage } from './series-page.tsx';

export interface SeriesScreensProps {
  /** Null: the list of one's own series. */
  readonly seriesId: string | null;
  readonly linkKey: string | null;
}

export function SeriesScreens({ seriesId, linkKey }: SeriesScreensProps) {
  return seriesId === null ? <SeriesList /> : <SeriesPage key={seriesId} seriesId={seriesId} linkKey={linkKey} />;
}
