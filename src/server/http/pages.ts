import { Hono } from 'hono';
import type { Site } from '../../protocol/account.ts';
import { operatorPaths } from '../../protocol/operator.ts';
import type { PageData } from '../../protocol/page-data.ts';
import type { CardField } from '../../protocol/payments.ts';
import { type Page, pages } from '../../protocol/routes.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import type { EventDoor } from '../access/event-door.ts';
import type { ServerContext } from '../server-context.ts';
import { recogniseViewer } from '../accounts/sessions.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import type { KnownEvents } from '../reads/known-events.ts';
import type { Lane } from '../reads/lane.ts';
import { keepLanguage } from '../storage/profiles.ts';
import type { PublicResultsShelf } from '../results/public-results.ts';
import type { ClientFiles } from './client-files.ts';
import type { App, AppEnv } from './context.ts';
import { authHeaders, setCookies } from './cookies.ts';
import { callersLanguageOf, chosenLanguageOf } from './language.ts';
import { createPageTemplate, sendPage } from './page-html.ts';
import type { PageRenderers } from './page-renderers.ts';
import { createPublicPages, type PageTemplates } from './public-pages.ts';

export interface PageParts {
  readonly accounts: ServerContext;
  readonly keyGuesses: KeyGuesses;
  readonly knownEvents: KnownEvents;
  readonly publicResults: PublicResultsShelf;
  readonly lane: Lane;
  readonly site: Site;
  readonly files: ClientFiles;
  readonly renderers: PageRenderers | undefined;
  /**
   * Address of the cache from which the next spectator reads an event's rows in place of a socket (SP14); undefined for a
   * socket.
   */
  readonly rowsFrom: (door: EventDoor) => string | undefined;
  readonly cardField: CardField;
}

const PUBLIC: readonly string[] = ['/timer', '/events', '/developers'];
/** Pages that are opened by a secret link. */
const BY_LINK: readonly string[] = [
  '/analysis/:runId',
  '/series/:seriesId',
  '/racers/:racerId',
] satisfies readonly Page[];

/** Pages that helpers, spectators and followers come to by a link that somebody has sent them. */
const FOR_READERS: readonly string[] = [
  ...BY_LINK,
  '/timer',
  '/events',
  '/on-this-phone',
  '/follow',
  '/unfollow',
  '/stop-mail',
  '/not-my-account',
];

/** Pages that ask for the code of their screen together with that of the app. */
const TEMPLATES: Partial<Record<Page, 'timer' | 'series'>> = { '/timer': 'timer', '/series/:seriesId': 'series' };

/** Every page is the app with the viewer already in it, so that its first paint shows the right state. */
export function createPageRoutes(parts: PageParts): App {
  const { accounts, site, files, cardField } = parts;
  const app = new Hono<AppEnv>();
  const templates = new Map<string, PageTemplates>();
  /** Made when the first page is asked for: a language may be built after the server has begun. */
  const templatesOf = (language: string): PageTemplates => {
    const { html, timerHtml, seriesHtml, viewerHtml } = files.pages.get(language)!;
    const made = templates.get(language) ?? {
      app: createPageTemplate(html, accounts.publicUrl),
      timer: createPageTemplate(timerHtml, accounts.publicUrl),
      series: createPageTemplate(seriesHtml, accounts.publicUrl),
      viewer: createPageTemplate(viewerHtml, accounts.publicUrl),
    };
    templates.set(language, made);
    return made;
  };
  const publicPages = createPublicPages({ ...parts, templatesOf });
  const dataOf: Partial<Record<Page, PageData>> = { '/checkout': { kind: 'checkout', cardField } };

  for (const page of [...pages, operatorPaths.page]) {
    app.get(page, async (c, next) => {
      const { viewer, cookies } = await recogniseViewer(accounts, authHeaders(c));
      const isOperator = viewer.kind === 'user' && viewer.isOperator === true;
      // The operator's page answers others like a path that does not exist.
      if (page === operatorPaths.page && !isOperator) return next();
      setCookies(c, cookies);
      c.header('Cache-Control', 'no-store');
      const boot = { viewer, site, schema: SCHEMA_VERSION };
      // The app of the signed-in is English until they choose (LG3).
      const language = callersLanguageOf(c, files.pages, viewer.kind === 'user' || !FOR_READERS.includes(page));
      const chosen = chosenLanguageOf(c, files.pages);
      if (viewer.kind === 'user' && chosen !== undefined)
        await keepLanguage(accounts.storage.db, viewer.userId, chosen);
      c.header('Content-Language', language);
      c.header('Vary', 'Cookie, Accept-Language');
      const found = PUBLIC.includes(page) ? await publicPages.find(c, boot, language) : null;
      // Racers are often minors: search engines may list their names only if the owner wants it.
      if (BY_LINK.includes(page) || (PUBLIC.includes(page) && found?.isIndexed !== true))
        c.header('X-Robots-Tag', 'noindex');
      const data = dataOf[page as Page];
      const template = templatesOf(language)[TEMPLATES[page as Page] ?? 'app'];
      return sendPage(c, found?.page ?? template.fill(data === undefined ? boot : { ...boot, page: data }));
    });
  }

  app.get('/', async (c) => {
    const { viewer, cookies } = await recogniseViewer(accounts, authHeaders(c));
    setCookies(c, cookies);
    c.header('Cache-Control', 'no-store');
    return c.redirect(viewer.kind === 'user' ? '/homepage' : '/landing');
  });
  app.get('/dashboard', (c) => c.redirect('/homepage'));

  app.get('/assets/*', async (c) => (await files.respond(c)) ?? c.text('Not found', 404));
  app.get('*', async (c, next) => {
    if (c.req.path.startsWith('/api/')) return next();
    return (await files.respond(c)) ?? c.redirect('/landing');
  });
  return app;
}
