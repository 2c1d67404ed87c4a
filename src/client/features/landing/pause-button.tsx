interface PauseButtonProps {
  /** What the button says: 'Pause the demo race'. */
  readonly pause: string;
  readonly play: string;
  readonly isPaused: boolean;
  readonly onToggle: () => void;
  readonly className?: string;
}

/** Movement that lasts for more than five seconds needs a way to stop it (WCAG 2.2.2). */
export function PauseButton({ pause, play, isPaused, onToggle, className = '' }: PauseButtonProps) {
  return (
    <button
      type="button"
      onClick={onToggle}
      aria-label={isPaused ? play : pause}
      className={`grid size-11 shrink-0 cursor-pointer place-items-center rounded-full ${className}`}
    >
      <svg viewBox="0 0 16 16" className="size-4 fill-current" aria-hidden>
        {isPaused ? <path d="M4 2.5v11l9-5.5z" /> : <path d="M3.5 2.5h3v11h-3zm6 0h3v11h-3z" />}
      </svg>
    </button>
  );
}
