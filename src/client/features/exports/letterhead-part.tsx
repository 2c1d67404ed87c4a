import { type FormEvent, useRef, useState } from 'react';
import { type Letterhead, letterheadPaths, MAX_LETTERHEAD_LINE } from '../../../protocol/letterhead.ts';
import type { OpenEvent } from '../../event/event-context.ts';
import { call } from '../../session/api.ts';
import type { Fetched } from '../../session/use-fetched.ts';
import { useKeptAnswer } from '../../session/use-kept-answer.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showUndo } from '../../ui/undo-bar.tsx';
import { type LogoFault, readLogo } from './read-logo.ts';

const pathOf = ({ eventId }: OpenEvent): string => letterheadPaths.one.replace(':eventId', encodeURIComponent(eventId));

/** Certificates are printed where there is no signal too: what was read once stays on the device. */
export const useLetterhead = (open: OpenEvent): Fetched<Letterhead> =>
  useKeptAnswer<Letterhead>(pathOf(open), `letterhead.${open.event.ownerId}`);

const faults: Readonly<Record<LogoFault, string>> = {
  svg: 'An SVG can hold scripts, so we don’t take it. Save the logo as PNG or JPEG and choose that.',
  'not-a-picture': 'That isn’t a picture. Choose a PNG, JPEG or WebP.',
  'too-large': 'This file has more than 20 MB. Choose a smaller picture.',
  unreadable: 'We can’t open this picture. Save it again as PNG and choose that.',
};

export interface LetterheadPartProps {
  readonly open: OpenEvent;
  readonly letterhead: Fetched<Letterhead>;
  /** Name on the first certificate. */
  readonly name: string;
}

/** What stands above every certificate: set by the owner, looked at by every admin before it is printed. */
export function LetterheadPart({ open, letterhead: { answer, setAnswer, error, retry }, name }: LetterheadPartProps) {
  const [wrong, setWrong] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  if (answer === null) {
    return error === null ? null : (
      <Notice tone="bad">
        The certificates’ line and logo haven’t loaded yet. {error.message} <Button onClick={retry}>Try again</Button>
      </Notice>
    );
  }
  const before = answer;
  const line = typed ?? before.line;

  async function save(next: Letterhead): Promise<boolean> {
    setIsBusy(true);
    const saved = await call<Letterhead>('POST', pathOf(open), next);
    setIsBusy(false);
    setWrong(saved.ok ? null : saved.error.message);
    if (saved.ok) {
      setAnswer(saved.value);
      setTyped(null);
    }
    return saved.ok;
  }

  async function change(part: Partial<Letterhead>, message: string): Promise<void> {
    if (await save({ ...before, ...part })) showUndo({ message, undo: () => void save(before) });
  }

  async function choose(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return;
    setIsBusy(true);
    const read = await readLogo(chosen);
    setIsBusy(false);
    if (read.ok) await change({ logo: read.value }, 'Logo saved');
    else setWrong(faults[read.error]);
  }

  function saveLine(event: FormEvent): void {
    event.preventDefault();
    void change({ line: line.trim() }, line.trim() === '' ? 'Line removed' : 'Line saved');
  }

  return (
    <>
      {open.may('configure') && (
        <>
          <form className="flex items-start gap-2" onSubmit={saveLine}>
            <Field
              label="Your own line"
              optional
              hint="Above every certificate of all your events, for example the club and its site."
              maxLength={MAX_LETTERHEAD_LINE}
              dir="auto"
              value={line}
              onChange={(event) => setTyped(event.currentTarget.value)}
              className="min-w-0 flex-1"
            />
            <Button type="submit" busy={isBusy} disabled={line.trim() === before.line} className="mt-[1.65rem]">
              Save line
            </Button>
          </form>
          <div className="flex flex-wrap gap-2">
            <Button busy={isBusy} onClick={() => file.current?.click()}>
              {before.logo === null ? 'Choose a logo' : 'Choose another logo'}
            </Button>
            {before.logo !== null && (
              <Button variant="quiet" busy={isBusy} onClick={() => void change({ logo: null }, 'Logo removed')}>
                Remove logo
              </Button>
            )}
            <input
              ref={file}
              type="file"
              accept="image/png,image/jpeg,image/webp"
              aria-label="Logo file"
              tabIndex={-1}
              className="hidden"
              onChange={(event) => {
                const [chosen] = event.target.files ?? [];
                void choose(chosen);
                // The same file again, after it was corrected, is a change too.
                event.target.value = '';
              }}
            />
          </div>
        </>
      )}
      {wrong !== null && <Notice tone="bad">{wrong}</Notice>}
      <figure
        aria-label="How a certificate begins"
        className="flex aspect-[297/210] w-full max-w-96 flex-col items-center justify-center gap-2 overflow-hidden rounded-button border border-line bg-[#fff] p-6 text-center text-[#000]"
      >
        {before.logo !== null && <img src={before.logo} alt="Logo" className="max-h-1/4 max-w-2/3 object-contain" />}
        {line.trim() !== '' && <p className="text-14 wrap-anywhere">{line}</p>}
        <p className="font-[720] wrap-anywhere">{open.event.name}</p>
        <p className="text-20 font-[720] wrap-anywhere">{name}</p>
      </figure>
    </>
  );
}
