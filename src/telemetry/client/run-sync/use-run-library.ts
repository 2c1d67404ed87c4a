import { createContext, useContext } from 'react';
import type { RunLibrary } from './run-library.ts';

export const RunLibraryContext = createContext<RunLibrary | null>(null);

export function useRunLibrary(): RunLibrary {
  const library = useContext(RunLibraryContext);
  if (library === null) throw new Error('A screen of runs stands outside of RunLibraryProvider.');
  return library;
}
