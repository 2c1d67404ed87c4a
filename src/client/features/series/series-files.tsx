import { useCallback, useState } from 'react';
import type { SeriesAnswer } from '../../../protocol/series.ts';
import { useAlert } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { DownloadIcon } from '../../ui/tool-icons.tsx';
import { PrintStandings } from './print-standings.tsx';
import { saveStandingsCsv, saveStandingsWorkbook } from './standings-files.ts';

/** The standings on paper and as files, as they are when the button is pressed. */
export function SeriesFiles({ series }: { readonly series: SeriesAnswer }) {
  const { alert } = useAlert();
  const [isWriting, setIsWriting] = useState(false);
  const [printing, setPrinting] = useState<{ readonly series: SeriesAnswer; readonly at: number } | null>(null);
  const onDone = useCallback(() => setPrinting(null), []);

  async function save() {
    setIsWriting(true);
    try {
      await saveStandingsWorkbook(series);
    } catch {
      await alert('Couldn’t load the Excel export. Check your connection and try again, or export CSV.');
    }
    setIsWriting(false);
  }

  return (
    <>
      <Button onClick={() => setPrinting({ series, at: Date.now() })}>Print</Button>
      <Button busy={isWriting} onClick={() => void save()}>
        <DownloadIcon /> Excel
      </Button>
      <Button onClick={() => saveStandingsCsv(series)}>
        <DownloadIcon /> CSV
      </Button>
      {printing !== null && <PrintStandings {...printing} onDone={onDone} />}
    </>
  );
}
