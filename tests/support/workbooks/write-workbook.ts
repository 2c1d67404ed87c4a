import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';

/** Workbooks that other programs have written: openpyxl 3.1.5 and XlsxWriter 3.2.9, one list of racers in both. */
export const workbookOf = (program: 'openpyxl' | 'xlsxwriter'): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`./start-list-${program}.xlsx`, import.meta.url)));

export interface ZipPart {
  readonly content: string | Uint8Array;
  /** What the directory says of the size, where that is not the truth. */
  readonly saidSize?: number;
  readonly isStored?: boolean;
  readonly isEncrypted?: boolean;
}

/** A zip archive with the parts in their order. */
export function writeZip(parts: Readonly<Record<string, string | ZipPart>>): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, given] of Object.entries(parts)) {
    const part = typeof given === 'string' ? { content: given } : given;
    const content = Buffer.from(part.content as string);
    const packed = part.isStored ? content : deflateRawSync(content);
    const name = Buffer.from(path);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(part.isEncrypted ? 1 : 0, 2);
    common.writeUInt16LE(part.isStored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(part.saidSize ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    files.push(Buffer.from('PK\u0003\u0004'), common, name, packed);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, entry, name);
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length / 4, 4);
  end.writeUInt16LE(directory.length / 4, 6);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    8,
  );
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...files, ...directory, Buffer.from('PK\u0005\u0006'), end]));
}

export interface WorkbookParts {
  /** Inside of `sheetData`. */
  readonly rows?: string;
  readonly strings?: readonly string[];
  /** Codes of formats; the style of the n-th is n + 1. */
  readonly formats?: readonly string[];
  readonly more?: Readonly<Record<string, string | ZipPart>>;
}

/** A workbook with one sheet, as small as a program may write it. */
export function writeWorkbook({ rows = '', strings = [], formats = [], more = {} }: WorkbookParts) {
  const codes = formats.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`).join('');
  const styles = formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('');
  const kind = (name: string) => `Type="http://example.org/relationships/${name}"`;
  return writeZip({
    'xl/workbook.xml': '<workbook><sheets><sheet name="Riders" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>
<Relationship Id="rId1" ${kind('worksheet')} Target="worksheets/sheet1.xml"/>
<Relationship Id="rId2" ${kind('sharedStrings')} Target="/xl/sharedStrings.xml"/>
<Relationship Id="rId3" ${kind('styles')} Target="styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${codes}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/>${styles}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });
}
