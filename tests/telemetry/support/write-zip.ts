import { writeZip as writeParts } from '../../support/workbooks/write-workbook.ts';

/** An archive of these files, each packed; a path that ends with '!' is stored as it is. */
export function writeZip(files: readonly (readonly [path: string, content: string | Uint8Array])[]) {
  const parts = files.map(([path, content]) =>
    path.endsWith('!') ? [path.slice(0, -1), { content, isStored: true }] : [path, { content }],
  );
  return writeParts(Object.fromEntries(parts));
}
