import { decodeEntities, readAttribute, walkXml } from '../../../xml.ts';
import { GENERAL, type NumberFormat, readFormat } from './cell-number.ts';

/** The parts of a workbook that are not sheets. Each reader gives null for a text that is cut off or no XML. */

export const WORKBOOK_PATH = 'xl/workbook.xml';
export const RELATIONS_PATH = 'xl/_rels/workbook.xml.rels';

export interface Workbook {
  /** The ids of the visible sheets, in their order. */
  readonly sheetIds: readonly string[];
  readonly is1904: boolean;
}

export function readWorkbook(xml: string): Workbook | null {
  const sheetIds: string[] = [];
  let is1904 = false;
  const end = walkXml(xml, {
    start(name, attributes) {
      if (name === 'workbookpr') is1904 = /^(1|true)$/.test(readAttribute(attributes, 'date1904') ?? '');
      const id = name === 'sheet' ? readAttribute(attributes, 'r:id') : null;
      if (id !== null && (readAttribute(attributes, 'state') ?? 'visible') === 'visible') sheetIds.push(id);
    },
    end() {},
    text() {},
  });
  return end === 'whole' ? { sheetIds, is1904 } : null;
}

export interface Relations {
  /** Paths in the archive by the ids of the sheets. */
  readonly byId: ReadonlyMap<string, string>;
  /** Paths by the last word of the kind: 'styles', 'sharedStrings'. */
  readonly byKind: ReadonlyMap<string, string>;
}

export function readRelations(xml: string): Relations | null {
  const byId = new Map<string, string>();
  const byKind = new Map<string, string>();
  const end = walkXml(xml, {
    start(name, attributes) {
      const target = name === 'relationship' ? readAttribute(attributes, 'Target') : null;
      if (target === null) return;
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      byId.set(readAttribute(attributes, 'Id') ?? '', path);
      byKind.set(readAttribute(attributes, 'Type')?.split('/').at(-1) ?? '', path);
    },
    end() {},
    text() {},
  });
  return end === 'whole' ? { byId, byKind } : null;
}

/** The texts that cells refer to by their place. Readings of Japanese words (`rPh`) are not part of a text. */
export function readSharedStrings(xml: string): string[] | null {
  const strings: string[] = [];
  let parts: string[] | null = null;
  let isText = false;
  let isReading = false;
  const end = walkXml(xml, {
    start(name) {
      if (name === 'si') parts = [];
      if (name === 'rph') isReading = true;
      if (name === 't') isText = true;
    },
    end(name) {
      if (name === 't') isText = false;
      if (name === 'rph') isReading = false;
      if (name !== 'si' || parts === null) return;
      strings.push(unescapeControls(parts.join('')));
      parts = null;
    },
    text(from, to, isRaw) {
      if (!isText || isReading) return;
      const text = xml.slice(from, to);
      parts?.push(isRaw ? text : decodeEntities(text));
    },
  });
  return end === 'whole' ? strings : null;
}

/** A workbook writes characters that XML cannot hold as '_x000D_'. */
export const unescapeControls = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** The formats of numbers by the styles of cells. */
export function readFormats(xml: string): NumberFormat[] | null {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let inside = '';
  const end = walkXml(xml, {
    start(name, attributes) {
      if (name === 'numfmts' || name === 'cellxfs') inside = name;
      const id = Number(readAttribute(attributes, 'numFmtId') ?? 0);
      if (name === 'numfmt' && inside === 'numfmts') codes.set(id, readAttribute(attributes, 'formatCode') ?? '');
      if (name === 'xf' && inside === 'cellxfs') formats.push(id === 0 ? GENERAL : readFormat(id, codes.get(id)));
    },
    end(name) {
      if (name === inside) inside = '';
    },
    text() {},
  });
  return end === 'whole' ? formats : null;
}
