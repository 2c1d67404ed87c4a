import { useState } from 'react';
import { LANGUAGE } from '../../domain/language.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { type Language, languages } from './languages.ts';
import { Notice } from './notice.tsx';

export interface VideoDialogProps {
  readonly title: string;
  readonly src: string;
  readonly poster: string;
  /** Path of WebVTT files with the shown text, without their ending: `/demo` has `/demo.vtt` in English and `/demo.de.vtt`. */
  readonly captions: string;
  /** Nine to sixteen, and not sixteen to nine. */
  readonly isTall: boolean;
  readonly onClose: () => void;
}

/** Nothing of the video is loaded before play is pressed. */
export function VideoDialog({ title, onClose, ...video }: VideoDialogProps) {
  const [tries, setTries] = useState(1);
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <Dialog open onClose={onClose} title={title} size="lg">
      {hasFailed ? (
        <Notice tone="bad">
          <p>We can’t play the video. Check your connection and try again.</p>
          <Button
            className="mt-3"
            onClick={() => {
              setHasFailed(false);
              setTries(tries + 1);
            }}
          >
            Try again
          </Button>
        </Notice>
      ) : (
        <Video key={tries} title={title} {...video} onFailure={() => setHasFailed(true)} />
      )}
    </Dialog>
  );
}

/** Languages that the film has captions in, by their own names: `scripts/demo-video/captions.mjs`. */
const CAPTIONS = languages.filter(({ code }) => ['en', 'de', 'fr', 'es'].includes(code));

/** The film shows the English app: who reads another language reads along. */
const OWN = CAPTIONS.find(({ code }) => code === LANGUAGE) ?? languages[0]!;

const trackOf = (captions: string, { code, name }: Language) => ({
  src: code === 'en' ? `${captions}.vtt` : `${captions}.${code}.vtt`,
  srcLang: code,
  label: name,
});

interface VideoProps extends Omit<VideoDialogProps, 'onClose'> {
  readonly onFailure: () => void;
}

function Video({ title, src, poster, captions, isTall, onFailure }: VideoProps) {
  return (
    <video
      controls
      playsInline
      preload="none"
      poster={poster}
      aria-label={title}
      onError={onFailure}
      className={`w-full rounded-card bg-board ${isTall ? 'mx-auto aspect-9/16 max-w-[calc((100dvh-10rem)*9/16)]' : 'aspect-video max-h-[calc(100dvh-12rem)]'}`}
    >
      {/* A missing file is reported by its source element, and nowhere else. */}
      <source src={src} type="video/mp4" onError={onFailure} />
      <track kind="captions" {...trackOf(captions, OWN)} default={OWN.code !== 'en'} />
      {CAPTIONS.filter((each) => each !== OWN).map((each) => (
        <track key={each.code} kind="captions" {...trackOf(captions, each)} />
      ))}
    </video>
  );
}
