import { useState } from 'react';
import type { ExportRace } from '../../../domain/exports/export-race.ts';
import { localNumbers } from '../../../domain/timing/local-numbers.ts';
import { csvFileName, detailedCsvFileName, writeDetailedCsv, writeResultsCsv } from '../../../domain/exports/csv.ts';
import { useAlert } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { DownloadIcon } from '../../ui/tool-icons.tsx';
import type { OpenEvent } from '../../event/event-context.ts';
import { programFiles, saveWorkbook } from './save-exports.ts';
import { Section } from '../../ui/section.tsx';

const CSV = 'text/csv;charset=utf-8';

export function FilePart({ open, race }: { readonly open: OpenEvent; readonly race: ExportRace }) {
  const { event, sync } = open;
  const { alert } = useAlert();
  const [isWriting, setIsWriting] = useState(false);

  async function save() {
    setIsWriting(true);
    try {
      await saveWorkbook(race);
    } catch {
      await alert('Couldn’t load the Excel export. Check your connection and try again, or export CSV.');
    }
    setIsWriting(false);
  }

  return (
    <>
      <Section title="As a table">
        <div className="grid gap-3 sm:grid-cols-3">
          <Button busy={isWriting} onClick={() => void save()}>
            <DownloadIcon /> Excel workbook
          </Button>
          <Button onClick={() => saveFile(csvFileName(event.name), writeResultsCsv(event), CSV)}>
            <DownloadIcon /> CSV
          </Button>
          <Button
            onClick={() =>
              saveFile(
                detailedCsvFileName(event.name),
                writeDetailedCsv(event, true, localNumbers(navigator.languages)),
                CSV,
              )
            }
          >
            <DownloadIcon /> Detailed CSV
          </Button>
        </div>
        <p className="text-14 text-ink-2">
          In the Excel file, times are real times, so you can sort them and add them up.
        </p>
      </Section>
      <Section title="For other programs">
        <ul className="flex flex-col divide-y divide-line rounded-card border border-line bg-card">
          {programFiles.map(({ program, says, save: saveFor }) => (
            <li key={program} className="flex items-center gap-3 px-4 py-2">
              <div className="min-w-0 flex-1">
                <p className="font-[650]">{program}</p>
                <p className="text-14 text-ink-2">{says}</p>
              </div>
              <Button
                className="px-3!"
                aria-label={`Download for ${program}`}
                onClick={() => saveFor(race, sync.clock.now())}
              >
                <DownloadIcon />
              </Button>
            </li>
          ))}
        </ul>
        <p className="text-14 text-ink-2">
          These files list racers with a time or a status. They leave out who is waiting or on course, except in IOF
          XML.
        </p>
      </Section>
    </>
  );
}
