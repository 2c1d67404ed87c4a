import { useState } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { PlayIcon } from './tool-icons.tsx';
import { VideoDialog } from './video-dialog.tsx';

export interface DemoVideoButtonProps extends ButtonLook {
  readonly className?: string;
}

/** Phones held upright, where the wide cut cannot be read. */
const NARROW = '(max-width: 639px)';

/** The video of the product timing a race. */
export function DemoVideoButton({ variant = 'outline', size = 'md', className = '' }: DemoVideoButtonProps) {
  const [cut, setCut] = useState<'demo' | 'demo-tall' | null>(null);
  return (
    <>
      <Button
        variant={variant}
        size={size}
        className={className}
        aria-haspopup="dialog"
        onClick={() => setCut(matchMedia(NARROW).matches ? 'demo-tall' : 'demo')}
      >
        <PlayIcon />
        <span className="inline-block first-letter:uppercase">view demo video</span>
      </Button>
      {cut !== null && (
        <VideoDialog
          title="Demo video"
          src={`/${cut}.mp4`}
          poster={`/${cut}-poster.jpg`}
          captions={`/${cut}`}
          isTall={cut === 'demo-tall'}
          onClose={() => setCut(null)}
        />
      )}
    </>
  );
}
