import { createKeptPages, type PublicPage } from './kept-pages.ts';
import { viewEvent, viewOf } from '../../domain/sights/views.ts';
import type { EventState } from '../../domain/model/state.ts';
import { epochMs } from '../../domain/units.ts';
import { id } from '../../protocol/commands.ts';
import type { DevelopersData, PageBlock, RenderedPage, RenderRequest } from '../../protocol/page-data.ts';
import { guestPath, isGroupId } from '../../protocol/routes.ts';
import { isScreenKind } from '../../protocol/screen-address.ts';
import { type EventDoor, openingKeysOf, type OpeningKeys } from '../access/event-door.ts';
import { matchingKey } from '../access/guest-keys.ts';
import { judgeReader } from '../access/judge-reader.ts';
import { nobodySends } from '../access/sender.ts';
import type { ServerContext } from '../server-context.ts';
import { NoTurnError, type Requester } from '../fair-turns.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import { type KnownEvents, LARGE } from '../reads/known-events.ts';
import type { Lane } from '../reads/lane.ts';
import type { PublicResultsShelf } from '../results/public-results.ts';
import { readDoor } from '../storage/event-doors.ts';
import { readSharedGroup } from '../storage/event-reads.ts';
import type { AppContext } from './context.ts';
import { createEventLook } from './look-at-event.ts';
import type { Page, PageContent, PageTemplate } from './page-html.ts';
import type { PageRenderers } from './page-renderers.ts';
import { readerOf } from './reader.ts';

export interface PublicPagesParts {
  readonly accounts: ServerContext;
  readonly keyGuesses: KeyGuesses;
  readonly knownEvents: KnownEvents;
  readonly publicResults: PublicResultsShelf;
  readonly lane: Lane;
  readonly templatesOf: (language: string) => PageTemplates;
  /** Absent where there is no build of the pages: in development the browser renders them. */
  readonly renderers: PageRenderers | undefined;
  /**
   * Address of the cache from which the next spectator reads an event's rows in place of a socket (SP14); undefined for a
   * socket.
   */
  readonly rowsFrom: (door: EventDoor) => string | undefined;
}

/** The templates of one language. */
export interface PageTemplates {
  readonly app: PageTemplate;
  /** Template of the app's /timer: it loads the timer's code at once. */
  readonly timer: PageTemplate;
  /** Template of the standings of a series, which asks for them at once. */
  readonly series: PageTemplate;
  /** Template for viewers who are not signed in, with less to download. */
  readonly viewer: PageTemplate;
}

/** A page request's sender and language. */
interface Asked {
  readonly boot: PageBlock;
  readonly language: string;
}

/**
 * Public pages, and the boards of their own admins, with their content in the first answer. Null if there is nothing to
 * show, or nothing that this reader may see.
 */
export interface PublicPages {
  find(c: AppContext, boot: PageBlock, language: string): Promise<PublicPage | null>;
}

/**
 * A signed-in reader gets a rendering of their own, with their name on it: only of events small enough to take no time.
 * A row takes a tenth of a millisecond.
 */
const MOST_RACERS_FOR_ONE = 200;
const MOST_EVENTS_FOR_ONE = 50;

export function createPublicPages(parts: PublicPagesParts): PublicPages {
  const { accounts, keyGuesses, knownEvents, publicResults, lane, templatesOf, renderers, rowsFrom } = parts;
  const { clock } = accounts;
  const { db } = accounts.storage;
  const kept = createKeptPages(clock);
  const look = createEventLook(accounts, keyGuesses);

  async function render(url: string, asked: Asked, page: RenderedPage): Promise<PublicPage> {
    const rendered = await renderers!.render(asked.language, { ...requestOf(url, asked), page });
    const isIndexed = page.kind === 'event' && page.view === 'viewer' && page.event.isIndexed;
    return { page: fill(asked, page.kind, { ...rendered, data: JSON.stringify(page) }), isIndexed };
  }

  function fill({ boot, language }: Asked, kind: RenderedPage['kind'], content: PageContent): Page {
    const entry = entryOf(boot);
    return templatesOf(language)[entry === 'app' && kind === 'event' ? 'timer' : entry].fill(boot, content);
  }

  /** The event, if it is opened by this key. */
  async function findDoor(
    address: string,
    eventId: string,
    key: string,
    keysOf: (door: EventDoor) => OpeningKeys,
  ): Promise<EventDoor | undefined> {
    const guess = keyGuesses.begin(address, eventId, key);
    if (guess === null) return undefined;
    try {
      const door = await readDoor(db, eventId, nobodySends);
      const opens = door !== undefined && matchingKey(key, keysOf(door)) === 'viewer';
      guess.judged(opens);
      return opens ? door : undefined;
    } finally {
      guess.end();
    }
  }

  async function findEvent(c: AppContext, asked: Asked): Promise<PublicPage | null> {
    const eventId = c.req.query('eventId') ?? '';
    const key = c.req.query('guestViewerKey');
    // The admin link is opened by the whole app, whatever else stands in the address.
    if (c.req.query('guestAdminKey') || !id.safeParse(eventId).success) return null;
    if (key === undefined) return asked.boot.viewer.kind === 'nobody' ? null : findOwn(c, asked, eventId);
    const door = await findDoor(c.get('address'), eventId, key, ({ keys }) => keys);
    if (door === undefined || door.deletedAt !== null) return null;
    const url = guestPath(eventId, 'viewer', key);
    const { boot, language } = asked;
    if (boot.viewer.kind !== 'nobody') return door.seq > LARGE ? null : renderEvent(url, asked, door, readerOf(c));
    const reader = readerOf(c);
    // The key stands in the page's own links, so a page is kept for the key that it was asked for with.
    return kept.get(`${language} ${eventId} ${key}`, await versionOf(door, reader), reader, (all) =>
      renderEvent(url, asked, door, all),
    );
  }

  /**
   * Version of an event's page. The page of a large event takes as long to make as a thousand taps: it is not made anew
   * for each tap, and the taps after it come live. Nobody gets one with a name that has been hidden since.
   */
  async function versionOf(door: EventDoor, reader: Requester): Promise<string> {
    const shown = door.seq > LARGE ? await publicResults.readShown(door, reader) : null;
    return shown ?? `${door.seq} ${door.rewrites}`;
  }

  /**
   * The board of an admin, as the page shows it before it can be timed on. Any other screen of the event is opened by
   * the app: the board would flash up before it.
   */
  async function findOwn(c: AppContext, asked: Asked, eventId: string): Promise<PublicPage | null> {
    if (Object.keys(c.req.query()).length > 1) return null;
    const seen = await look(c, eventId);
    if (!seen.ok || seen.value.door.deletedAt !== null || seen.value.door.seq > LARGE) return null;
    const event = await knownEvents.read(seen.value.door, readerOf(c));
    // The right may have been lost while the event was read.
    if (event === null || !isSmall(event) || !judgeReader(seen.value.actor, event).ok) return null;
    const at = epochMs(clock.now());
    const page = { kind: 'event', event: copyForAdmins(event), view: viewOf(seen.value.sight), at } as const;
    return render(`/timer?eventId=${encodeURIComponent(eventId)}`, asked, page);
  }

  async function renderEvent(url: string, asked: Asked, door: EventDoor, reader: Requester): Promise<PublicPage> {
    const read = await knownEvents.readText(door, 'viewer', reader);
    if (read === null || (asked.boot.viewer.kind !== 'nobody' && !isSmall(read.event))) throw new NothingThere();
    const { isIndexed } = read.event;
    const [{ text }, at] = [read, epochMs(clock.now())];
    const drawing = { ...requestOf(url, asked), text, at };
    const address = asked.boot.viewer.kind === 'nobody' ? rowsFrom(door) : undefined;
    const rows = address === undefined ? '' : `,"rows":${JSON.stringify(address)}`;
    const { places, ...drawn } = isSmall(read.event)
      ? await renderers!.drawEvent(asked.language, drawing)
      : await lane.run(reader, () => renderers!.drawLargeEvent(asked.language, drawing, reader.gone));
    const data = `{"kind":"event","event":${text},"view":"viewer","at":${at},"places":${places}${rows}}`;
    return { page: fill(asked, 'event', { ...drawn, data }), isIndexed };
  }

  /** A screen draws itself, from the event that comes with its page. Whoever is signed in on that computer is not in it. */
  async function findScreen(c: AppContext, { boot, language }: Asked): Promise<PublicPage | null> {
    const eventId = c.req.query('eventId') ?? '';
    const key = c.req.query('screenKey') ?? '';
    if (!id.safeParse(eventId).success) return null;
    const door = await findDoor(c.get('address'), eventId, key, onlyScreens);
    if (door?.deletedAt !== null) return null;
    const name = `${language} screen ${eventId} ${key}`;
    return kept.get(name, `${door.seq} ${door.rewrites}`, readerOf(c), async (all) => {
      const read = await knownEvents.readText(door, SIGHT_OF_SCREENS, all);
      if (read === null) throw new NothingThere();
      const data = `{"kind":"event","event":${read.text},"view":"viewer","at":${clock.now()}}`;
      const content = { body: '', title: read.event.name, description: '', data };
      const page = templatesOf(language).app.fill({ ...boot, viewer: { kind: 'nobody' } }, content);
      return { page, isIndexed: false };
    });
  }

  async function findGroup(c: AppContext, asked: Asked): Promise<PublicPage | null> {
    const groupId = c.req.query('id') ?? '';
    if (!isGroupId(groupId)) return null;
    const at = epochMs(clock.now());
    const url = `/events?id=${encodeURIComponent(groupId)}`;
    if (asked.boot.viewer.kind === 'nobody') {
      return kept.get(`${asked.language} group ${groupId}`, '', readerOf(c), async () =>
        render(url, asked, { kind: 'group', group: await readSharedGroup(db, groupId, at), at }),
      );
    }
    const group = await readSharedGroup(db, groupId, at);
    return group.events.length > MOST_EVENTS_FOR_ONE ? null : render(url, asked, { kind: 'group', group, at });
  }

  /**
   * The page for programmers, drawn here so that it can be read without scripts; signed-in readers get the app, which draws it
   * itself.
   */
  async function findDevelopers(c: AppContext, { boot, language }: Asked): Promise<PublicPage | null> {
    if (boot.viewer.kind !== 'nobody') return null;
    const page: DevelopersData = { kind: 'developers', origin: accounts.publicUrl };
    return kept.get(`${language} developers`, '', readerOf(c), async () => {
      const rendered = await renderers!.render(language, { url: '/developers', boot, page, entry: 'app' });
      const content = { ...rendered, data: JSON.stringify(page) };
      return { page: templatesOf(language).app.fill(boot, content), isIndexed: true };
    });
  }

  return {
    async find(c, boot, language) {
      if (renderers === undefined) return null;
      const asked = { boot, language };
      const ofPath = { '/events': findGroup, '/developers': findDevelopers }[c.req.path];
      const find = ofPath ?? (isScreenKind(c.req.query('screen')) ? findScreen : findEvent);
      try {
        return await find(c, asked);
      } catch (error) {
        // The page works without its content: the browser asks for what is missing.
        if (!(error instanceof NothingThere || error instanceof NoTurnError))
          c.get('log').error('A public page could not be rendered', { error });
        return null;
      }
    },
  };
}

const SIGHT_OF_SCREENS = 'viewer';

/** The page of a screen is for screens: the viewer link has a page of its own. */
const onlyScreens = (door: EventDoor): OpeningKeys => ({ ...openingKeysOf(door), viewer: door.keys.admin });

class NothingThere extends Error {
  override readonly name = 'NothingThere';
}

const isSmall = ({ entries }: EventState): boolean => Object.keys(entries).length <= MOST_RACERS_FOR_ONE;

/**
 * A board with its racers' names: the rest of what admins see comes with the event itself. The copy has lists of its own,
 * because the event is read on while the page is drawn.
 */
function copyForAdmins(event: EventState): EventState {
  const { teams: _teams, ...seen } = viewEvent(event, 'viewer');
  return { ...seen, format: event.format, entries: { ...event.entries }, counting: { ...seen.counting } };
}

const entryOf = ({ viewer }: PageBlock) => (viewer.kind === 'nobody' ? 'viewer' : 'app');

/** `url` is built by us: a kept page must not hold what its first visitor wrote behind the address. */
function requestOf(url: string, { boot }: Asked): Omit<RenderRequest, 'page'> {
  return { url, boot: { viewer: boot.viewer, site: boot.site }, entry: entryOf(boot) };
}
