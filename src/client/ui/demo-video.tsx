import { useState } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { PlayIcon } from './tool-icons.tsx';
import { VideoDialog } from './video-dialog.tsx';

export interface DemoVideoButtonProps extends ButtonLook {
  readonly className?: string;
}

/** The video of the product timing a race. */
export function DemoVideoButton({ variant = 'outline', size = 'md', className = '' }: DemoVideoButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        size={size}
        className={className}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <PlayIcon />
        <span className="inline-block first-letter:uppercase">view demo video</span>
      </Button>
      {isOpen && (
        <VideoDialog
          title="Demo video"
          src="/demo.mp4"
          poster="/demo-poster.jpg"
          captions="/demo.vtt"
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
