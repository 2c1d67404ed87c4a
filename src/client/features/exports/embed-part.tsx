import { type FormEvent, useState } from 'react';
import { embedCode, type EmbedSettings, frameCode } from '../../../protocol/embeds.ts';
import { api } from '../../../protocol/routes.ts';
import { call } from '../../session/api.ts';
import { useFetched } from '../../session/use-fetched.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showUndo } from '../../ui/undo-bar.tsx';
import type { OpenEvent } from '../../event/event-context.ts';
import { CopyField } from './link-part.tsx';
import { readOrigin } from './read-origin.ts';
import { MAX_EMBED_ORIGINS } from '../../../protocol/limits.ts';
import { Section } from '../../ui/section.tsx';

/** The board on a page of the club's own site: which sites may show it, and the line to paste there. */
export function EmbedPart({ open }: { readonly open: OpenEvent }) {
  const path = api.embed.replace(':eventId', encodeURIComponent(open.eventId));
  const { answer: settings, setAnswer: setSettings, error, retry } = useFetched<EmbedSettings>(path);
  const origins = settings?.origins ?? null;
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { keys } = open.shown;

  async function save(next: readonly string[]): Promise<boolean> {
    setIsBusy(true);
    const answer = await call<EmbedSettings>('POST', path, { origins: next });
    setIsBusy(false);
    if (answer.ok) setSettings(answer.value);
    setWrong(answer.ok ? null : answer.error.message);
    return answer.ok;
  }

  async function add(event: FormEvent) {
    event.preventDefault();
    const origin = readOrigin(typed);
    if (origin === null) return setWrong('That isn’t the address of a site. Write it as https://www.example.org.');
    if (origins!.includes(origin) || (await save([...origins!, origin]))) setTyped('');
  }

  async function remove(origin: string) {
    const before = origins!;
    if (!(await save(before.filter((each) => each !== origin)))) return;
    showUndo({ message: `${origin} no longer shows the board`, undo: () => void save(before) });
  }

  return (
    <Section title="On your own site">
      <p className="text-ink-2">Name the site, then paste one line into its page. No other site can show the board.</p>
      {error !== null && (
        <Notice tone="bad">
          {error.message} <Button onClick={retry}>Try again</Button>
        </Notice>
      )}
      {origins === null ? (
        error === null && <Skeleton className="h-12" />
      ) : (
        <>
          <ul className="flex flex-col gap-2">
            {origins.map((origin) => (
              <li
                key={origin}
                className="flex items-center gap-2 rounded-button border border-line bg-card py-1 ps-4 pe-1"
              >
                <span dir="ltr" className="min-w-0 flex-1 truncate">
                  {origin}
                </span>
                <Button
                  variant="quiet"
                  className="px-3!"
                  aria-label={`Remove ${origin}`}
                  onClick={() => void remove(origin)}
                >
                  <CloseIcon />
                </Button>
              </li>
            ))}
          </ul>
          {origins.length < MAX_EMBED_ORIGINS && (
            <form className="flex items-start gap-2" onSubmit={(event) => void add(event)}>
              <Field
                label="Site"
                placeholder="https://www.example.org"
                inputMode="url"
                autoCapitalize="none"
                spellCheck={false}
                dir="ltr"
                value={typed}
                error={wrong ?? undefined}
                onChange={(change) => {
                  setTyped(change.currentTarget.value);
                  setWrong(null);
                }}
                className="min-w-0 flex-1"
              />
              <Button type="submit" busy={isBusy} disabled={typed.trim() === ''} className="mt-[1.65rem]">
                Add site
              </Button>
            </form>
          )}
          {origins.length > 0 && keys !== null && (
            <>
              <CopyField
                label="Line for the page"
                hint="The board appears where you paste this line and grows with the race."
                value={embedCode(location.origin, open.eventId, keys.viewer)}
              />
              <CopyField
                label="Where scripts aren’t allowed"
                hint="A frame of a fixed height. It scrolls inside."
                value={frameCode(location.origin, open.eventId, keys.viewer, open.event.name)}
              />
            </>
          )}
        </>
      )}
    </Section>
  );
}
