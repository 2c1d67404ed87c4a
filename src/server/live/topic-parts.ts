import type { UnknownChange } from '../../domain/events/unknown-change.ts';
import type { Log } from '../log.ts';
import type { LiveMeter } from '../metrics/live-meter.ts';
import type { FrameBuilder } from './frame.ts';
import type { EventReader } from './hub-parts.ts';
import type { LiveTimers } from './timers.ts';
import type { Turns } from './turns.ts';

export interface TopicParts {
  /** Of the follower for whom the topic is opened. */
  readonly address: string;
  readonly reader: EventReader;
  readonly frames: FrameBuilder;
  readonly turns: Turns;
  readonly timers: LiveTimers;
  readonly log: Log;
  readonly meter?: LiveMeter | undefined;
  /** Whether commands for an event are being stored on this node. */
  readonly isStoring?: ((eventId: string) => boolean) | undefined;
  /** Called for a change of a kind that this node does not know. */
  readonly onUnreadable?: ((error: UnknownChange) => void) | undefined;
  /** Called when the last follower has left. */
  onIdle(): void;
}
