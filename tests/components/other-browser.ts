import type { FilmTrack } from './film-track.ts';

export type Door = 'worker' | 'video';

interface OtherBrowser {
  /** What a page of that browser hands to the reader. */
  readonly open: (film: FilmTrack) => MediaStreamTrack;
  readonly leave: () => void;
}

interface Differences {
  readonly door?: Door;
  /** Runs in every worker before its own code. */
  readonly code?: string;
}

type Readable = { readonly readable: ReadableStream<VideoFrame> };
type Global = {
  MediaStreamTrackProcessor?: new (init: { track: MediaStreamTrack }) => Readable;
  Worker: typeof Worker;
};

/** A track cannot go to a worker of Chromium: in place of it goes what the worker would read out of it. */
const SAFARI = `
  ReadableStream.prototype.stop = () => {};
  globalThis.MediaStreamTrackProcessor = class { constructor({ track }) { this.readable = track; } };
`;

/** Makes this browser lack what others lack, until it is left. */
export function asBrowser({ door, code = '' }: Differences): OtherBrowser {
  const page = globalThis as unknown as Global;
  const { MediaStreamTrackProcessor: Processor, Worker: Real } = page;
  const before = door === 'worker' ? SAFARI + code : code;
  if (door !== undefined) delete page.MediaStreamTrackProcessor;
  page.Worker = class extends Real {
    constructor(address: string | URL, options?: WorkerOptions) {
      const source = `${before}\nawait import(${JSON.stringify(new URL(address, location.href).href)});`;
      super(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), { ...options, type: 'module' });
    }
  };
  return {
    open({ track }) {
      if (door !== 'worker') return track;
      const { readable } = new Processor!({ track });
      return Object.assign(track, { clone: () => readable });
    },
    leave() {
      page.Worker = Real;
      if (Processor !== undefined) page.MediaStreamTrackProcessor = Processor;
    },
  };
}
