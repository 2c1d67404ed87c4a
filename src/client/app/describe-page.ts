import type { EventState } from '../../domain/model/state.ts';
import { counted } from '../../domain/language.ts';
import { countRacers } from '../../domain/results/lists.ts';
import { readResults } from '../../domain/results/read-results.ts';
import type { SharedGroup } from '../../protocol/live.ts';
import type { RenderedPage, RenderedText } from '../../protocol/page-data.ts';

type Described = Pick<RenderedText, 'title' | 'description'>;

/** A public page in the words of a link preview. */
export const describePage = (page: RenderedPage): Described =>
  page.kind === 'event' ? ofEvent(page.event) : ofGroup(page.group);

function ofEvent(event: EventState): Described {
  const { finished, total, onCourse } = countRacers(readResults(event));
  const racers = counted(total, 'racer', 'racers');
  return {
    title: event.name,
    description: `Live leaderboard: ${racers}, ${finished} finished, ${onCourse} on course.`,
  };
}

function ofGroup({ name, events }: SharedGroup): Described {
  if (name === null) return { title: 'Unknown Group', description: 'There is no group at this address.' };
  const count = counted(events.length, 'event', 'events');
  return { title: `Events Shared with Group: ${name}`, description: `${count} to follow live, without an account.` };
}
