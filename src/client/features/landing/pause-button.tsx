interface PauseButtonProps {
  readonly isPaused: boolean;
  readonly onToggle: () => void;
}

/** Movement that lasts for more than five seconds needs a way to stop it (WCAG 2.2.2). */
export function PauseButton({ isPaused, onToggle }: PauseButtonProps) {
  return (
    <button
      type="button"
      onClick={onToggle}
      aria-label={isPaused ? 'Play the demo race' : 'Pause the demo race'}
      className="-my-2 -mr-2 grid size-11 shrink-0 cursor-pointer place-items-center rounded-full text-on-board-2 hover:bg-board-raised hover:text-on-board"
    >
      <svg viewBox="0 0 16 16" className="size-4 fill-current" aria-hidden>
        {isPaused ? <path d="M4 2.5v11l9-5.5z" /> : <path d="M3.5 2.5h3v11h-3zm6 0h3v11h-3z" />}
      </svg>
    </button>
  );
}
