import { Button } from './button.tsx';

export interface DeletedRowProps {
  readonly name: string;
  readonly timeLeft: string;
  readonly onRestore: () => void;
}

export function DeletedRow({ name, timeLeft, onRestore }: DeletedRowProps) {
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p title={name} className="line-clamp-2 font-[650] wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-14 text-ink-2">{timeLeft}</p>
      </div>
      <Button variant="quiet" className="shrink-0" aria-label={`Bring back: ${name}`} onClick={onRestore}>
        Bring back
      </Button>
    </li>
  );
}
