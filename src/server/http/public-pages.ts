import { viewEvent } from '../../domain/access/views.ts';
import type { EventState } from '../../domain/events/state.ts';
import { countRacers, readTimes } from '../../domain/timing/results.ts';
import { epochMs } from '../../domain/units.ts';
import { id } from '../../protocol/commands.ts';
import type { SharedGroup } from '../../protocol/live.ts';
import type { PageBlock, RenderedPage, RenderPage } from '../../protocol/page-data.ts';
import { isGroupId } from '../../protocol/routes.ts';
import type { AccountParts } from '../accounts/parts.ts';
import { matchingKey } from '../commands/guest-keys.ts';
import { readEvent, readEventSeq, readGuestKeys, readSharedGroup } from '../storage/event-reads.ts';
import { addressKey } from './client-address.ts';
import type { AppContext } from './context.ts';
import type { KeyGuesses } from './key-guesses.ts';
import type { Page, PageTemplate } from './page-html.ts';

export interface PublicPagesParts {
  readonly accounts: AccountParts;
  readonly keyGuesses: KeyGuesses;
  readonly template: PageTemplate;
  /** For whoever is not signed in: a page with less to download. */
  readonly viewerTemplate: PageTemplate;
  /** Absent where there is no build of the pages: in development the browser renders them. */
  readonly renderPage: RenderPage | undefined;
}

export interface PublicPage {
  readonly page: Page;
  readonly isIndexed: boolean;
}

/** Public pages with their content in the first answer. Null where there is nothing public to show. */
export interface PublicPages {
  find(c: AppContext, boot: PageBlock): Promise<PublicPage | null>;
}

/** One rendering serves everybody who opens the link at the same time; what happens meanwhile comes live. */
const FRESH_MS = 2_000;
const MOST_KEPT = 200;

interface Kept {
  readonly version: string;
  readonly until: number;
  readonly page: Promise<PublicPage>;
}

export function createPublicPages(parts: PublicPagesParts): PublicPages {
  const { accounts, keyGuesses, template, viewerTemplate, renderPage } = parts;
  const { clock } = accounts;
  const { db } = accounts.storage;
  const kept = new Map<string, Kept>();

  async function render(c: AppContext, boot: PageBlock, page: RenderedPage): Promise<PublicPage> {
    const url = c.req.path + new URL(c.req.url).search;
    const isNobody = boot.viewer.kind === 'nobody';
    const entry = isNobody ? 'viewer' : 'app';
    const body = await renderPage!({ url, boot: { viewer: boot.viewer, site: boot.site }, page, entry });
    const described = page.kind === 'event' ? ofEvent(page.event) : ofGroup(page.group);
    const filled = (isNobody ? viewerTemplate : template).fill({ ...boot, page }, { body, ...described });
    return { page: filled, isIndexed: page.kind === 'event' && page.event.isIndexed };
  }

  /** Whoever is signed in gets a page of their own: it says who they are. */
  function keep(boot: PageBlock, name: string, version: string, make: () => Promise<PublicPage>): Promise<PublicPage> {
    if (boot.viewer.kind !== 'nobody') return make();
    const now = clock.now();
    const known = kept.get(name);
    if (known !== undefined && known.version === version && now < known.until) return known.page;
    if (kept.size >= MOST_KEPT) kept.clear();
    const page = make();
    kept.set(name, { version, until: now + FRESH_MS, page });
    page.catch(() => kept.delete(name));
    return page;
  }

  async function isViewerKey(place: string, eventId: string, key: string): Promise<boolean> {
    const guess = keyGuesses.begin(place, eventId, key);
    if (guess === null) return false;
    try {
      const keys = await readGuestKeys(db, eventId);
      const isRight = keys !== undefined && matchingKey(key, keys) === 'viewer';
      if (!isRight) guess.failed();
      return isRight;
    } finally {
      guess.end();
    }
  }

  async function findEvent(c: AppContext, boot: PageBlock): Promise<PublicPage | null> {
    const eventId = c.req.query('eventId') ?? '';
    const key = c.req.query('guestViewerKey');
    // The admin link is the whole app's to open, whatever else stands in the address.
    if (key === undefined || c.req.query('guestAdminKey') || !id.safeParse(eventId).success) return null;
    if (!(await isViewerKey(addressKey(c.get('address')), eventId, key))) return null;
    const seq = await readEventSeq(db, eventId);
    // The key stands in the page's own links, so a page belongs to the key that it was asked for with.
    return keep(boot, `${eventId} ${key}`, String(seq), async () => {
      const event = await readEvent(db, eventId);
      if (event === null || event.deletedAt !== null) throw new NothingThere();
      return render(c, boot, {
        kind: 'event',
        event: viewEvent(event, 'viewer'),
        view: 'viewer',
        at: epochMs(clock.now()),
      });
    });
  }

  async function findGroup(c: AppContext, boot: PageBlock): Promise<PublicPage | null> {
    const groupId = c.req.query('id') ?? '';
    if (!isGroupId(groupId)) return null;
    return keep(boot, `group ${groupId}`, '', async () =>
      render(c, boot, { kind: 'group', group: await readSharedGroup(db, groupId), at: epochMs(clock.now()) }),
    );
  }

  return {
    async find(c, boot) {
      if (renderPage === undefined) return null;
      try {
        return await (c.req.path === '/events' ? findGroup(c, boot) : findEvent(c, boot));
      } catch (error) {
        // The page still works without: the browser asks for what is missing.
        if (!(error instanceof NothingThere)) c.get('log').error('A public page could not be rendered', { error });
        return null;
      }
    },
  };
}

class NothingThere extends Error {
  override readonly name = 'NothingThere';
}

function ofEvent(event: EventState): { title: string; description: string } {
  const { finished, total, onCourse } = countRacers(readTimes(event));
  const racers = total === 1 ? '1 racer' : `${total} racers`;
  return {
    title: event.name,
    description: `Live leaderboard: ${racers}, ${finished} finished, ${onCourse} on course.`,
  };
}

function ofGroup({ name, events }: SharedGroup): { title: string; description: string } {
  if (name === null) return { title: 'Unknown Group', description: 'There is no group at this address.' };
  const count = events.length === 1 ? '1 event' : `${events.length} events`;
  return { title: `Events Shared with Group: ${name}`, description: `${count} to follow live, without an account.` };
}
