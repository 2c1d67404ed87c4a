import { type ReactNode, useEffect, useState } from 'react';
import type { EventState } from '../../../domain/model/state.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useStable } from '../../ui/use-stable.ts';
import type { OpenEvent } from '../event-context.ts';
import { EventSkeleton } from '../event-skeleton.tsx';
import { changeAddress, POST } from '../in-address.ts';
import { NameForm } from './name-form.tsx';
import { askForPost, isAsked, listPosts, namesAt, openPost, ownHelper, ownPost, type Post } from './posts.ts';

const MAX_NAMES = 3;

export interface PostPageProps {
  /** Line as the address names it, where any text may stand. */
  readonly line: string;
  readonly event: EventState;
  /** Null while a guest is on the way in. */
  readonly open: OpenEvent | null;
}

/** Page between the link of a post and its screen, which asks who is timing here and anything else that must be known first. */
export function PostPage({ line, event, open }: PostPageProps) {
  const [isAfterAll, setAfterAll] = useState(false);
  const post = listPosts(event).find((each) => each.line === line);
  if (post === undefined) {
    return (
      <Page title="Where do you stand?" event={event}>
        {line !== '' && (
          <Notice tone="info">
            The post of this link isn’t on the course. Someone took it off, or the link is damaged. You keep the times
            taken there.
          </Notice>
        )}
        <ul className="flex flex-col gap-3">
          {listPosts(event).map((each) => (
            <li key={each.line}>
              <Button size="lg" className="w-full" onClick={() => askForPost(each.line)}>
                <bdi className="truncate">{each.name}</bdi>
              </Button>
            </li>
          ))}
        </ul>
        <ToBoard />
      </Page>
    );
  }
  if (event.official !== null && !isAfterAll) {
    return (
      <Page title={post.name} event={event}>
        <Notice tone="info">
          This race is over and its results are official. If you time anything now, the organiser has to make them
          official again.
        </Notice>
        <Button size="lg" onClick={() => setAfterAll(true)}>
          Time anyway
        </Button>
        <ToBoard />
      </Page>
    );
  }
  return <Arrival key={line} post={post} event={event} open={open} />;
}

function Arrival({ post, event, open }: { readonly post: Post } & Omit<PostPageProps, 'line'>) {
  const { line, name } = post;
  const known = open === null ? undefined : ownHelper(open);
  const own = open && ownPost(open);
  const isHere = own?.line === line;
  const others = open === null ? [] : namesAt(open, line);

  // An effect may run twice; the second board in the history would take a second press of Back.
  const enter = useStable(() => {
    if (isAsked()) openPost(line);
  });
  const stand = useStable(async () => {
    if (open === null || known === undefined) return;
    await open.sync.recordForEvent(open.eventId, { type: 'helper.name', name: known.name, post: line });
    enter();
  });
  const isNowhere = known !== undefined && own === null;
  useEffect(() => {
    if (isHere) enter();
    else if (isNowhere) void stand();
  }, [isHere, isNowhere, enter, stand]);

  if (isHere || isNowhere) return <EventSkeleton />;
  return (
    <Page title={name} event={event}>
      {others.length > 0 && (
        <Notice tone="info">
          Here already: <bdi>{others.slice(0, MAX_NAMES).join(', ')}</bdi>
          {others.length > MAX_NAMES && ` and ${others.length - MAX_NAMES} more`}. We keep the taps of every phone, and
          one time of each racer counts.
        </Notice>
      )}
      {own === null ? (
        <NameForm open={open} post={post} onDone={enter} />
      ) : (
        <>
          <p className="text-18">
            So far you’re at <bdi>{own.name}</bdi>.
          </p>
          <Button size="lg" variant="primary" onClick={() => void stand()}>
            <span className="truncate">Move to {name}</span>
          </Button>
          <Button size="lg" onClick={() => openPost(own.line)}>
            <span className="truncate">Stay at {own.name}</span>
          </Button>
        </>
      )}
    </Page>
  );
}

interface PageProps {
  readonly title: string;
  readonly event: EventState;
  readonly children: ReactNode;
}

function Page({ title, event, children }: PageProps) {
  return (
    <div className="page mx-auto flex max-w-md flex-col gap-4 pt-6 pb-12">
      <header>
        <h1 dir="auto" className="heading line-clamp-2 text-32 wrap-anywhere">
          {title}
        </h1>
        <p dir="auto" className="truncate text-ink-2">
          {event.name}
        </p>
      </header>
      {children}
    </div>
  );
}

function ToBoard() {
  return (
    <Button variant="quiet" onClick={() => changeAddress({ [POST]: null }, 'replaceState')}>
      Open the whole race
    </Button>
  );
}
