import { InfoTip } from '../../../../ui/info-tip.tsx';
import { UploadIcon } from '../../../../ui/tool-icons.tsx';
import type { TooltipTopic } from '../../../../ui/tooltip-texts.ts';
import { FileButton } from './file-button.tsx';
import type { GivenFile } from './given-files.ts';

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
            ? 'Drop a video and the file of your watch here, or choose them. They are read in this browser: no video leaves your device unless you choose to share it.'
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
      </div>
      <FileButton label="Files to add" variant="primary" size="lg" className="max-sm:w-full" onFiles={onFiles}>
        <UploadIcon /> Choose files
      </FileButton>
    </section>
  );
}
