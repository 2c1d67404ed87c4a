import { randomBytes } from 'node:crypto';
import type { EmbedBlock } from '../../protocol/embeds.ts';
import { ENGLISH } from './client-files.ts';
import { createPage, escapeHtml, jsonBlock, type Page } from './page-html.ts';

/**
 * The page inside of the frame: the board's own script and style, without the app around it. Null makes an empty page:
 * nothing on it says whether there is such an event.
 */
export function writeEmbedPage(board: EmbedBlock | null, language: string): Page {
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
