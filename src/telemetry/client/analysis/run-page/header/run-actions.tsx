import type { MenuItem } from '../../../../../client/ui/menu.tsx';
import { showToast } from '../../../../../client/ui/toast.tsx';
import { DownloadIcon } from '../../../../../client/ui/tool-icons.tsx';
import { saveCharts } from './chart-picture.ts';
import { exportSource, fileNameOf } from './export-run.ts';
import { useOpenRun } from '../run-context.ts';
import type { RunDialog } from './run-dialogs.tsx';
import { RunHeader } from './run-header.tsx';

export interface RunActionsProps {
  readonly samples: ReadonlyMap<string, Uint8Array>;
  readonly onDialog: (dialog: RunDialog) => void;
}

/** The name of the run, and the actions on it as a whole. */
export function RunActions({ samples, onDialog }: RunActionsProps) {
  const { run, model, mayChange } = useOpenRun();
  const { details } = run;
  const main = model.main?.source;
  const mainSamples = main && samples.get(main.id);

  const savePicture = async () => {
    const charts = document.querySelector('[data-charts]');
    const isSaved = charts !== null && (await saveCharts(charts, details.name, fileNameOf(details.name, 'png')));
    if (!isSaved) showToast('There’s no chart on the screen to save.', { tone: 'bad' });
  };
  const icon = <DownloadIcon />;
  const items: MenuItem[] = [
    ...(main === undefined || mainSamples === undefined
      ? []
      : ([
          { label: 'Export GPX', icon, onSelect: () => exportSource(details, main, mainSamples, 'gpx') },
          { label: 'Export CSV', icon, onSelect: () => exportSource(details, main, mainSamples, 'csv') },
          { label: 'Picture of the charts', icon, onSelect: () => void savePicture() },
          'separator',
        ] satisfies MenuItem[])),
    ...(mayChange
      ? [
          {
            label: details.race === null ? 'Attach to a racer…' : 'Racer of this run…',
            onSelect: () => onDialog('attach'),
          },
        ]
      : []),
    { label: 'Keyboard', onSelect: () => onDialog('keys') },
  ];
  return (
    <RunHeader
      onShare={mayChange ? () => onDialog('share') : null}
      onCompare={() => onDialog('compare')}
      items={items}
    />
  );
}
