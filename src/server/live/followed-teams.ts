import type { RowsFrame } from '../../domain/sights/set-rows.ts';
import type { EventState } from '../../domain/model/state.ts';
import { readHiddenTeams } from '../../domain/results/read-teams.ts';

/** The teams that viewers cannot make themselves, and when each was last another. */
export interface FollowedTeams {
  /** Looks at the event as it stands now. */
  follow(event: EventState): void;
  /** The teams that have changed after a seq; undefined where there are none. */
  since(after: number): RowsFrame['teams'];
}

export function createFollowedTeams(start: EventState): FollowedTeams {
  type Known = { readonly text: string; readonly seq: number };
  /** The text of a team that is no more is `null`. */
  const known = new Map<string, Known>();
  follow(start);

  function follow(event: EventState): void {
    const teams = readHiddenTeams(event) ?? {};
    for (const key of new Set([...known.keys(), ...Object.keys(teams)])) {
      const text = JSON.stringify(teams[key] ?? null);
      if (known.get(key)?.text !== text) known.set(key, { text, seq: event.seq });
    }
  }

  return {
    follow,
    since(after) {
      const changed = [...known].filter(([, { seq }]) => seq > after);
      if (changed.length === 0) return undefined;
      return Object.fromEntries(changed.map(([key, { text }]) => [key, JSON.parse(text)])) as RowsFrame['teams'];
    },
  };
}
