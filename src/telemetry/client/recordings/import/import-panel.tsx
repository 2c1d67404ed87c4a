import { useState } from 'react';
import { Button } from '../../../../client/ui/button.tsx';
import { InfoTip } from '../../../../client/ui/info-tip.tsx';
import { UploadIcon } from '../../../../client/ui/tool-icons.tsx';
import type { TooltipTopic } from '../../../../client/ui/tooltip-texts.ts';
import { FileButton } from './file-button.tsx';
import { fromFile, type GivenFile } from './given-files.ts';

const SUPPORTED: readonly (readonly [word: string, topic: TooltipTopic])[] = [
  ['GPX, FIT and CSV', 'supportedFiles'],
  ['Video from any camera', 'uploadVideo'],
  ['GPS out of GoPro video', 'extractGps'],
];

export interface ImportPanelProps {
  readonly isOver: boolean;
  readonly isFirst: boolean;
  readonly onFiles: (given: readonly GivenFile[]) => void;
}

/** The whole page takes dropped files; this panel says so. */
export function ImportPanel({ isOver, isFirst, onFiles }: ImportPanelProps) {
  const example = useExample(onFiles);
  return (
    <section
      aria-labelledby="add-files"
      className={`flex flex-wrap items-center gap-x-8 gap-y-4 rounded-card border px-5 sm:px-6 ${isFirst ? 'py-8 sm:py-10' : 'py-5'} ${isOver ? 'border-transparent bg-soft outline-3 outline-accent' : 'border-dashed border-line-strong'}`}
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="add-files" className={`heading ${isFirst ? 'text-24' : 'text-20'}`}>
          {isOver ? 'Let go to add them' : isFirst ? 'Add your first run' : 'Add runs'}
        </h2>
        <p className="mt-1 max-w-[58ch] text-ink-2">
          {isFirst
            ? 'Drop a video and the file of your watch here, or choose them. This browser reads them. No video leaves your device unless you choose to share it.'
            : 'Drop files anywhere on this page, several at once. A video and the data of the same time become one run.'}
        </p>
        <ul aria-label="Supported files" className="mt-3 flex flex-wrap gap-x-4 gap-y-2">
          {SUPPORTED.map(([word, topic]) => (
            <li key={topic} className="flex items-center gap-1.5 text-14 font-[650]">
              {word}
              <InfoTip topic={topic} />
            </li>
          ))}
        </ul>
        <details className="mt-2 text-14">
          <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-bib text-ink-2">
            <span className="link">Other files and cameras</span>
          </summary>
          <ul className="mt-1 max-w-[58ch] list-disc ps-5 text-ink-2">
            <li>You can also add TCX, KML, NMEA, IGC and VBO files, and packed ones (.gz).</li>
            <li>Strava: choose the ZIP archive they email you, as it is.</li>
            <li>Insta360: add the GPX file that its app exports.</li>
            <li>DJI: add the SRT file that lies beside the video.</li>
            <li>Sony: add the file of a watch or a bike computer; its video plays, without positions.</li>
            <li>AiM (XRK): open it in RaceStudio, export it as CSV, and add that.</li>
          </ul>
        </details>
        {example.isFailed && (
          <p role="alert" className="mt-2 text-14 font-[550] text-danger">
            We couldn’t load the example. Try again with a connection.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full sm:flex-col">
        <FileButton label="Files to add" variant="primary" size="lg" className="max-sm:w-full" onFiles={onFiles}>
          <UploadIcon /> Choose files
        </FileButton>
        {isFirst && (
          <Button
            variant="quiet"
            className="max-sm:w-full"
            disabled={example.isBusy}
            onClick={() => void example.run()}
          >
            Try it with an example
          </Button>
        )}
      </div>
    </section>
  );
}

/** Loaded when it is asked for: hardly anybody needs it twice. */
function useExample(onFiles: ImportPanelProps['onFiles']) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  async function run(): Promise<void> {
    setState('busy');
    try {
      const { makeExampleRuns } = await import('./example-runs.ts');
      onFiles(makeExampleRuns().map(fromFile));
      setState('idle');
    } catch {
      setState('failed');
    }
  }
  return { run, isBusy: state === 'busy', isFailed: state === 'failed' };
}
