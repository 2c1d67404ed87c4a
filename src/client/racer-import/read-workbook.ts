import {
  readFormats,
  readRelations,
  readSharedStrings,
  readWorkbook,
  RELATIONS_PATH,
  WORKBOOK_PATH,
} from '../../domain/racers/import/workbook/parts.ts';
import { readSheet, type SheetContext } from '../../domain/racers/import/workbook/read-sheet.ts';
import { writeSheet } from '../../domain/racers/import/workbook/sheet-text.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { type Archive, openArchive } from './unzip.ts';

/** Largest file, with room for a logo or two. */
export const MAX_WORKBOOK_BYTES = 10 * 1024 * 1024;
/** Largest size of the parts that are read, unpacked: ten thousand rows of forty cells. */
export const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;

/** `other`: an archive, but no workbook of Excel. `empty`: no visible sheet has a filled cell. */
export type WorkbookFault = 'too-large' | 'unreadable' | 'other' | 'empty';

/** The first visible sheet with a filled cell, as the text that its cells give when they are pasted. */
export async function readWorkbookFile(file: Blob): Promise<Result<string, WorkbookFault>> {
  if (file.size > MAX_WORKBOOK_BYTES) return refuse('too-large');
  const archive = await openArchive(file, MAX_UNPACKED_BYTES);
  if (archive === null) return refuse('unreadable');
  if (!archive.has(WORKBOOK_PATH)) return refuse('other');
  const workbook = await readPart(archive, WORKBOOK_PATH, readWorkbook);
  const relations = await readPart(archive, RELATIONS_PATH, readRelations);
  if (!workbook.ok) return workbook;
  if (!relations.ok) return relations;
  const { byId, byKind } = relations.value;
  const strings = await readOptional(archive, byKind.get('sharedStrings'), readSharedStrings);
  const formats = await readOptional(archive, byKind.get('styles'), readFormats);
  if (!strings.ok) return strings;
  if (!formats.ok) return formats;
  const context = { strings: strings.value, formats: formats.value, is1904: workbook.value.is1904 };
  const paths = workbook.value.sheetIds.flatMap((id) => byId.get(id) ?? []);
  return readFirstFilled(archive, paths, context);
}

async function readFirstFilled(
  archive: Archive,
  paths: readonly string[],
  context: SheetContext,
): Promise<Result<string, WorkbookFault>> {
  for (const path of paths) {
    const xml = await archive.readText(path);
    if (!xml.ok) return xml;
    const sheet = readSheet(xml.value, context);
    if (!sheet.ok) return sheet;
    if (sheet.value.size > 0) return ok(writeSheet(sheet.value));
  }
  return refuse('empty');
}

async function readPart<T>(
  archive: Archive,
  path: string,
  read: (xml: string) => T | null,
): Promise<Result<T, WorkbookFault>> {
  const xml = await archive.readText(path);
  if (!xml.ok) return xml;
  const part = read(xml.value);
  return part === null ? refuse('unreadable') : ok(part);
}

/** Workbooks without a text have no list of texts; those of small programs have no styles. */
async function readOptional<T>(
  archive: Archive,
  path: string | undefined,
  read: (xml: string) => T[] | null,
): Promise<Result<T[], WorkbookFault>> {
  return path === undefined || !archive.has(path) ? ok([]) : readPart(archive, path, read);
}
