import { createContext } from 'react';
import type { EpochMs } from '../../../domain/units.ts';

/** When the server rendered the page; null on a page that the browser has made. */
export const RenderedAtContext = createContext<EpochMs | null>(null);
