import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { can } from '../../domain/access/can.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { type EmbedBlock, embedPaths, type EmbedSettings, embedSettings } from '../../protocol/embeds.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { api, guestPath } from '../../protocol/routes.ts';
import type { ServerContext } from '../server-context.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import { readEmbedOrigins, writeEmbedOrigins } from '../storage/embeds.ts';
import { readListed } from '../storage/event-reads.ts';
import { refuseWith } from './answers.ts';
import { readBody } from './body.ts';
import type { App, AppContext, AppEnv } from './context.ts';
import { type ClientFiles, ENGLISH } from './client-files.ts';
import { readersLanguageOf } from './language.ts';
import { createEventLook, type SeenEvent } from './look-at-event.ts';
import { createPage, escapeHtml, jsonBlock, type Page, sendPage } from './page-html.ts';

/** The board on pages of other sites: the owner says on which, and the frame policy of the page holds them to it. */
export function createEmbedRoutes(parts: ServerContext, keyGuesses: KeyGuesses, files: ClientFiles): App {
  const app = new Hono<AppEnv>();
  const { db } = parts.storage;
  const look = createEventLook(parts, keyGuesses);

  async function lookAsOwner(c: AppContext): Promise<Result<SeenEvent, ErrorCode>> {
    const seen = await look(c);
    if (!seen.ok) return seen;
    return can(seen.value.actor, 'share', seen.value.door) ? ok(seen.value) : refuse('permission-denied');
  }

  app.get(api.embed, async (c) => {
    const seen = await lookAsOwner(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const settings: EmbedSettings = { origins: [...(await readEmbedOrigins(db, seen.value.door.id))] };
    return c.json(settings);
  });

  app.post(api.embed, async (c) => {
    const body = await readBody(c, embedSettings);
    if (!body.ok) return refuseWith(c, body.error);
    const seen = await lookAsOwner(c);
    if (!seen.ok) return refuseWith(c, seen.error);
    const { id, deletedAt } = seen.value.door;
    if (deletedAt !== null) return refuseWith(c, 'event-deleted');
    await writeEmbedOrigins(db, id, body.value.origins);
    return c.json(body.value);
  });

  /** Null for an event that is not there, deleted, or not opened by this key: all three look alike. */
  async function findBoard(c: AppContext): Promise<EmbedBlock | null> {
    const [eventId, key] = [c.req.query('eventId') ?? '', c.req.query('key') ?? ''];
    const seen = await look(c, eventId);
    if (!seen.ok || seen.value.actor.key !== 'viewer' || seen.value.door.deletedAt !== null) return null;
    const [origins, [listed]] = await Promise.all([readEmbedOrigins(db, eventId), readListed(db, [eventId])]);
    if (listed === undefined) return null;
    return {
      name: listed.name,
      resultsPath: `${api.results.replace(':eventId', encodeURIComponent(eventId))}?key=${encodeURIComponent(key)}`,
      viewerPath: guestPath(eventId, 'viewer', key),
      origins,
    };
  }

  app.get(embedPaths.page, async (c) => {
    const board = await findBoard(c);
    c.set('frameAncestors', board?.origins ?? []);
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex');
    // A browser sends no cookie into a frame on another site: the page around it says the language.
    const asked = c.req.query('language') ?? '';
    const language = files.pages.has(asked) ? asked : readersLanguageOf(c, files.pages);
    c.header('Content-Language', language);
    c.header('Vary', 'Cookie, Accept-Language');
    return sendPage(c, writeEmbedPage(board, language));
  });
  return app;
}

/**
 * The page inside of the frame: the board's own script and style, without the app around it. Null makes an empty page:
 * nothing on it says whether there is such an event.
 */
function writeEmbedPage(board: EmbedBlock | null, language: string): Page {
  const nonce = randomBytes(16).toString('base64');
  const script = language === ENGLISH ? '/embed-board.js' : `/embed-board.${language}.js`;
  const content =
    board === null
      ? ''
      : `<link rel="stylesheet" href="/embed-board.css">${jsonBlock(JSON.stringify(board))}<script nonce="${nonce}" src="${script}" defer></script>`;
  const title = board === null ? 'Pushoff' : `${escapeHtml(board.name)} · Pushoff`;
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>${content}</head><body></body></html>`;
  return createPage(html, nonce);
}
