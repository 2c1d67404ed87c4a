import { useMemo } from 'react';
import { readExport } from '../../../domain/exports/export-race.ts';
import type { TimerViewProps } from '../../event/view-list.ts';
import { EmbedPart } from './embed-part.tsx';
import { FilePart } from './file-part.tsx';
import { LinkPart } from './link-part.tsx';
import { PrintPart } from './print-part.tsx';

/** Every way in which the race leaves this screen: paper, files, addresses for programs, and the club's own site. */
export function ExportView({ open }: TimerViewProps) {
  const race = useMemo(() => readExport(open.event), [open.event]);
  return (
    <div className="flex flex-col gap-8">
      <PrintPart open={open} race={race} />
      <FilePart open={open} race={race} />
      <LinkPart open={open} />
      {open.may('share') && <EmbedPart open={open} />}
    </div>
  );
}
