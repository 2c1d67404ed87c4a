import { Hono } from 'hono';
import type { Boot, Site } from '../../protocol/account.ts';
import { pages } from '../../protocol/routes.ts';
import type { AccountParts } from '../accounts/parts.ts';
import { recogniseViewer } from '../accounts/sessions.ts';
import type { ClientFiles } from './client-files.ts';
import type { App, AppEnv } from './context.ts';
import { authHeaders, setCookies } from './cookies.ts';

const BOOT_MARK = '<!--boot-->';
const PICTURE = 'property="og:image" content="/';

/** Every page is the app with the viewer already in it, so that its first paint shows the right state. */
export function createPageRoutes(parts: AccountParts, site: Site, files: ClientFiles): App {
  const app = new Hono<AppEnv>();
  // Whoever previews a link looks for the picture at a whole address only.
  const html = files.html.replaceAll(PICTURE, (start) => start.slice(0, -1) + parts.publicUrl + '/');

  for (const page of pages) {
    app.get(page, async (c) => {
      const { viewer, cookies } = await recogniseViewer(parts, authHeaders(c));
      setCookies(c, cookies);
      c.header('Cache-Control', 'no-store');
      return c.html(html.replace(BOOT_MARK, () => bootBlock({ viewer, site })));
    });
  }

  app.get('/', async (c) => {
    const { viewer, cookies } = await recogniseViewer(parts, authHeaders(c));
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

/** A data block, not a script: the content policy allows no inline script. `<` is escaped so that no value ends it. */
function bootBlock(boot: Boot): string {
  const json = JSON.stringify(boot).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="boot">${json}</script>`;
}
