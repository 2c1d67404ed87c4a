import { type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from '../../../../client/ui/button.tsx';
import { fromFile, type GivenFile, pickFiles } from './given-files.ts';

export interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** The name of the field that tests and browsers without a picker of handles use. */
  readonly label: string;
  readonly onFiles: (given: readonly GivenFile[]) => void;
  readonly children: ReactNode;
}

/** Takes any file: its kind is recognised by its content. */
export function FileButton({ label, onFiles, children, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  async function choose(): Promise<void> {
    const given = await pickFiles();
    if (given === null) input.current?.click();
    else if (given.length > 0) onFiles(given);
  }
  return (
    <>
      <Button {...rest} onClick={() => void choose()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          const given = Array.from(event.target.files ?? [], fromFile);
          // The same file again, after it was corrected, is a change too.
          event.target.value = '';
          if (given.length > 0) onFiles(given);
        }}
      />
    </>
  );
}
