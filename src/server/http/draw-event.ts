import type { EventState } from '../../domain/model/state.ts';
import { projectPlaces } from '../../domain/results/projected.ts';
import type { EpochMs } from '../../domain/units.ts';
import type { RenderedText, RenderPage, RenderRequest } from '../../protocol/page-data.ts';

/** Public page of an event that is to be drawn. */
export interface EventDrawing extends Omit<RenderRequest, 'page'> {
  /** The event as viewers are sent it, in JSON: the browser takes the page over from the same text. */
  readonly text: string;
  readonly at: EpochMs;
}

export interface DrawnEvent extends RenderedText {
  /** The places that racers on course are heading for, as JSON. */
  readonly places: string;
}

export async function drawEvent(renderPage: RenderPage, { text, at, ...request }: EventDrawing): Promise<DrawnEvent> {
  const event = JSON.parse(text) as EventState;
  const places = Object.fromEntries(projectPlaces(event, at).places);
  const rendered = await renderPage({ ...request, page: { kind: 'event', event, view: 'viewer', at, places } });
  return { ...rendered, places: JSON.stringify(places) };
}
