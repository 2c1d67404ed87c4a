import { viewEvent } from '../../domain/access/views.ts';
import type { EventState } from '../../domain/events/state.ts';
import { countRacers } from '../../domain/results/lists.ts';
import { readResults } from '../../domain/results/read-results.ts';
import { epochMs } from '../../domain/units.ts';
import { id } from '../../protocol/commands.ts';
import type { SharedGroup } from '../../protocol/live.ts';
import type { PageBlock, RenderedPage, RenderPage } from '../../protocol/page-data.ts';
import { guestPath, isGroupId } from '../../protocol/routes.ts';
import type { EventDoor } from '../access/event-door.ts';
import { matchingKey } from '../access/guest-keys.ts';
import { nobodySends } from '../access/sender.ts';
import type { AccountParts } from '../accounts/account-parts.ts';
import { addressKey } from '../addresses/client-address.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import { type KnownEvents, LARGE } from '../reads/known-events.ts';
import type { Lane } from '../reads/lane.ts';
import { readDoor } from '../storage/event-doors.ts';
import { readSharedGroup } from '../storage/event-reads.ts';
import type { AppContext } from './context.ts';
import { createKeptPages } from './kept-pages.ts';
import type { Page, PageTemplate } from './page-html.ts';

export interface PublicPagesParts {
  readonly accounts: AccountParts;
  readonly keyGuesses: KeyGuesses;
  readonly knownEvents: KnownEvents;
  readonly lane: Lane;
  readonly template: PageTemplate;
  /** Template for viewers who are not signed in, with less to download. */
  readonly viewerTemplate: PageTemplate;
  /** Absent where there is no build of the pages: in development the browser renders them. */
  readonly renderPage: RenderPage | undefined;
}

export interface PublicPage {
  readonly page: Page;
  readonly isIndexed: boolean;
}

/** Public pages with their content in the first answer. Null if there is nothing public to show. */
export interface PublicPages {
  find(c: AppContext, boot: PageBlock): Promise<PublicPage | null>;
}

/**
 * A signed-in viewer gets a rendering of their own, with their name on it: only of events small enough to take no time.
 */
const MOST_CHANGES_FOR_ONE = 300;
const MOST_EVENTS_FOR_ONE = 50;

export function createPublicPages(parts: PublicPagesParts): PublicPages {
  const { accounts, keyGuesses, knownEvents, lane, template, viewerTemplate, renderPage } = parts;
  const { clock } = accounts;
  const { db } = accounts.storage;
  const kept = createKeptPages(clock);

  /** `url` is built by us: a kept page must not hold what its first visitor wrote behind the address. */
  async function render(
    url: string,
    boot: PageBlock,
    page: RenderedPage,
    data = JSON.stringify(page),
  ): Promise<PublicPage> {
    const isNobody = boot.viewer.kind === 'nobody';
    const entry = isNobody ? 'viewer' : 'app';
    const body = await renderPage!({ url, boot: { viewer: boot.viewer, site: boot.site }, page, entry });
    const described = page.kind === 'event' ? ofEvent(page.event) : ofGroup(page.group);
    const filled = (isNobody ? viewerTemplate : template).fill(boot, { body, data, ...described });
    return { page: filled, isIndexed: page.kind === 'event' && page.event.isIndexed };
  }

  /** The event, if the key is its viewer key. */
  async function findDoor(address: string, eventId: string, key: string): Promise<EventDoor | undefined> {
    const guess = keyGuesses.begin(address, eventId, key);
    if (guess === null) return undefined;
    try {
      const door = await readDoor(db, eventId, nobodySends);
      if (door !== undefined && matchingKey(key, door.keys) === 'viewer') return door;
      guess.failed();
      return undefined;
    } finally {
      guess.end();
    }
  }

  async function findEvent(c: AppContext, boot: PageBlock): Promise<PublicPage | null> {
    const eventId = c.req.query('eventId') ?? '';
    const key = c.req.query('guestViewerKey');
    // The admin link is opened by the whole app, whatever else stands in the address.
    if (key === undefined || c.req.query('guestAdminKey') || !id.safeParse(eventId).success) return null;
    const door = await findDoor(addressKey(c.get('address')), eventId, key);
    if (door === undefined || door.deletedAt !== null) return null;
    const url = guestPath(eventId, 'viewer', key);
    if (boot.viewer.kind !== 'nobody') return door.seq > MOST_CHANGES_FOR_ONE ? null : renderEvent(url, boot, door);
    // The key stands in the page's own links, so a page is kept for the key that it was asked for with.
    return kept.get(`${eventId} ${key}`, `${door.seq} ${door.rewrites}`, () => renderEvent(url, boot, door));
  }

  async function renderEvent(url: string, boot: PageBlock, door: EventDoor): Promise<PublicPage> {
    const read = await knownEvents.readText(door, 'viewer');
    if (read === null) throw new NothingThere();
    const [event, at] = [onlyWhatCounts(read.event), epochMs(clock.now())];
    const data = `{"kind":"event","event":${read.text},"view":"viewer","at":${at}}`;
    const make = () => render(url, boot, { kind: 'event', event, view: 'viewer', at }, data);
    return door.seq > LARGE ? lane.run(make) : make();
  }

  async function findGroup(c: AppContext, boot: PageBlock): Promise<PublicPage | null> {
    const groupId = c.req.query('id') ?? '';
    if (!isGroupId(groupId)) return null;
    const at = epochMs(clock.now());
    const url = `/events?id=${encodeURIComponent(groupId)}`;
    if (boot.viewer.kind === 'nobody') {
      return kept.get(`group ${groupId}`, '', async () =>
        render(url, boot, { kind: 'group', group: await readSharedGroup(db, groupId, at), at }),
      );
    }
    const group = await readSharedGroup(db, groupId, at);
    return group.events.length > MOST_EVENTS_FOR_ONE ? null : render(url, boot, { kind: 'group', group, at });
  }

  return {
    async find(c, boot) {
      if (renderPage === undefined) return null;
      try {
        return await (c.req.path === '/events' ? findGroup(c, boot) : findEvent(c, boot));
      } catch (error) {
        // The page works without its content: the browser asks for what is missing.
        if (!(error instanceof NothingThere)) c.get('log').error('A public page could not be rendered', { error });
        return null;
      }
    },
  };
}

class NothingThere extends Error {
  override readonly name = 'NothingThere';
}

/**
 * Only taps that count are on the board. The copy has lists of its own, because the event is read on while the page is
 * drawn.
 */
function onlyWhatCounts(event: EventState): EventState {
  const { entries, counting } = event;
  const taps = Object.values(counting).flatMap((tapId) => event.taps[tapId] ?? []);
  const own = { entries: { ...entries }, counting: { ...counting } };
  return viewEvent({ ...event, ...own, taps: Object.fromEntries(taps.map((tap) => [tap.id, tap])) }, 'viewer');
}

function ofEvent(event: EventState): { title: string; description: string } {
  const { finished, total, onCourse } = countRacers(readResults(event));
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
