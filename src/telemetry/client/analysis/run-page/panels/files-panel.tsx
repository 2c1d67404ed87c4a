import type { ReactNode } from 'react';
import { LANGUAGE, plural } from '../../../../../domain/language.ts';
import { describeWarning } from '../../../../domain/read-texts.ts';
import type { ReadWarning } from '../../../../domain/recording.ts';
import type { AlignedSource, RunVideo } from '../../../../protocol/runs.ts';
import { Button } from '../../../../../client/ui/button.tsx';
import { InfoTip } from '../../../../../client/ui/info-tip.tsx';
import { Menu, type MenuItem } from '../../../../../client/ui/menu.tsx';
import { MoreIcon } from '../../../../../client/ui/tool-icons.tsx';
import { showUndo } from '../../../../../client/ui/undo-bar.tsx';
import { CutName } from '../../../../../client/ui/cut-name.tsx';
import { writeFormat } from '../../../recordings/describe-run.ts';
import { writeSize } from '../../../recordings/import/import-rows.tsx';
import { useRunLibrary } from '../../../run-sync/use-run-library.ts';
import { withoutSource } from '../line-up/alignments.ts';
import { exportSource } from '../header/export-run.ts';
import { Panel } from '../panel.tsx';
import { useOpenRun } from '../run-context.ts';

export interface FilesPanelProps {
  readonly samples: ReadonlyMap<string, Uint8Array>;
  readonly onUpload: (video: RunVideo) => void;
  /** The button to add files, and their progress. */
  readonly children: ReactNode;
}

export function FilesPanel({ samples, onUpload, children }: FilesPanelProps) {
  const { run, mayChange, change } = useOpenRun();
  const { details } = run;
  const library = useRunLibrary();
  const names = [
    ...details.sources.map(({ fileName }) => fileName),
    ...details.videos.map(({ chapters }) => chapters[0]!.fileName),
  ];

  const removeSource = (source: AlignedSource) => {
    const before = details;
    const own = samples.get(source.id);
    const putBack = async () => {
      // The server has dropped the samples: they are sent again with the source.
      if (own !== undefined) await library.addSource(run.id, source, own);
      await change((now) => ({ ...now, sources: before.sources, videos: before.videos }));
    };
    void change((now) => withoutSource(now, source.id));
    showUndo({ message: `${source.fileName} taken out`, undo: () => void putBack() });
  };
  const removeVideo = (video: RunVideo) => {
    // An upload is removed with its video, and is not restored.
    const videos = details.videos.map((each) => (each.id === video.id ? { ...each, uploadIds: [] } : each));
    void change((now) => ({ ...now, videos: now.videos.filter(({ id }) => id !== video.id) }));
    showUndo({
      message: `${video.chapters[0]!.fileName} taken out`,
      undo: () => void change((now) => ({ ...now, videos })),
    });
  };

  return (
    <Panel
      title={
        <>
          Files <InfoTip topic="supportedFiles" />
        </>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {details.sources.map((source) => {
          const own = samples.get(source.id);
          const exports: MenuItem[] =
            own === undefined
              ? []
              : [
                  { label: 'Export as GPX', onSelect: () => exportSource(details, source, own, 'gpx') },
                  { label: 'Export as CSV', onSelect: () => exportSource(details, source, own, 'csv') },
                ];
          const remove: MenuItem[] = mayChange
            ? [{ label: 'Take out of the run', danger: true, onSelect: () => removeSource(source) }]
            : [];
          return (
            <FileRow
              key={source.id}
              name={source.fileName}
              others={names}
              says={[
                source.kind === 'gopro' ? 'GPS of the video' : writeFormat(source),
                source.device,
                `${source.count.toLocaleString(LANGUAGE)} points`,
              ]}
              items={[...exports, ...remove]}
              tip={source.kind === 'gopro' && <InfoTip topic="extractGps" />}
            >
              <Warnings warnings={source.warnings as readonly ReadWarning[]} />
            </FileRow>
          );
        })}
        {details.videos.map((video) => {
          const isUploaded = video.uploadIds.length === video.chapters.length;
          const items: MenuItem[] = mayChange
            ? [
                { label: isUploaded ? 'Uploaded video…' : 'Upload for sharing…', onSelect: () => onUpload(video) },
                { label: 'Take out of the run', danger: true, onSelect: () => removeVideo(video) },
              ]
            : [];
          const size = video.chapters.reduce((sum, chapter) => sum + chapter.size, 0);
          return (
            <FileRow
              key={video.id}
              name={video.chapters[0]!.fileName}
              others={names}
              says={[
                plural(video.chapters.length, 'Video', `Video in ${video.chapters.length} chapters`),
                writeSize(size),
                isUploaded ? 'Uploaded' : 'On this device only',
              ]}
              items={items}
              tip={mayChange && <InfoTip topic="uploadVideo" />}
            />
          );
        })}
      </ul>
      {children}
    </Panel>
  );
}

interface FileRowProps {
  readonly name: string;
  /** Names of the other files. */
  readonly others: readonly string[];
  readonly says: readonly (string | null)[];
  readonly items: readonly MenuItem[];
  readonly tip: ReactNode;
  readonly children?: ReactNode;
}

function FileRow({ name, others, says, items, tip, children }: FileRowProps) {
  return (
    <li className="flex items-start gap-2 py-2 first:pt-0">
      <div className="min-w-0 flex-1">
        <p className="font-[650]">
          <CutName name={name} others={others} />
        </p>
        <p className="text-14 text-ink-2">
          {says.filter((each) => each !== null && each !== '').join(' · ')} {tip}
        </p>
        {children}
      </div>
      {items.length > 0 && (
        <Menu
          label={`More about ${name}`}
          trigger={
            <Button variant="quiet" className="min-h-10! px-2!">
              <MoreIcon />
            </Button>
          }
          items={items}
        />
      )}
    </li>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly ReadWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <details className="mt-1 text-14">
      <summary className="rounded-bib py-1 font-[550] text-waiting-ink">
        {plural(warnings.length, 'One note about this file', `${warnings.length} notes about this file`)}
      </summary>
      <ul className="list-disc ps-5 text-ink-2">
        {warnings.map((warning, index) => (
          <li key={index}>{describeWarning(warning)}</li>
        ))}
      </ul>
    </details>
  );
}
