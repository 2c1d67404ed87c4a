import { addReloadGuard } from '../../../../client/service-worker/reload-guards.ts';
import { useRunLibrary } from '../../run-sync/use-run-library.ts';
import type { RunLibrary } from '../../run-sync/run-library.ts';
import { webIds } from '../../../../client/sync/ids.ts';
import { createFileReader } from '../reading/file-reader.ts';
import { createImporter, type Importer } from './create-importer.ts';

/** One importer for each library: it outlives the page on which it was begun, and not the session of its user. */
const importers = new WeakMap<RunLibrary, Importer>();

export function useImporter(): Importer {
  const library = useRunLibrary();
  const known = importers.get(library);
  if (known !== undefined) return known;
  const importer = createImporter(library, createFileReader(), webIds.make);
  importers.set(library, importer);
  // An update that reloads the page would begin the reading of a large file anew.
  addReloadGuard(() => importer.rows.getSnapshot().some(({ state }) => state.kind === 'reading'));
  return importer;
}
