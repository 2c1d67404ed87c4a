import { splitName } from './split-name.ts';

export interface CutNameProps {
  readonly name: string;
  /** Names beside this one: where they begin alike, the part that differs is kept in sight. */
  readonly others?: readonly string[];
}

/** A name on one line. Where it is too long, its middle is left out: files of one logger differ at their ends. */
export function CutName({ name, others = [] }: CutNameProps) {
  const [head, tail] = splitName(name, others);
  return (
    <span title={name} className="flex min-w-0 max-w-full">
      <bdi className="sr-only">{name}</bdi>
      <span aria-hidden className="min-w-0 truncate whitespace-pre">
        {head}
      </span>
      <span aria-hidden className="max-w-3/4 shrink-0 truncate whitespace-pre">
        {tail}
      </span>
    </span>
  );
}
