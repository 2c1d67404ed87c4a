import type { ChartColour } from '../../../../../client/ui/plot/plot.ts';
import type { ShownChannel } from '../../deriving/shown-channels.ts';

export const CHANNEL_NAMES: Record<ShownChannel, string> = {
  speed: 'Speed',
  pace: 'Pace',
  elevation: 'Elevation',
  heartRate: 'Heart rate',
  power: 'Power',
  cadence: 'Cadence',
  gradient: 'Gradient',
  distance: 'Distance',
};

export const CHANNEL_COLOURS: Record<ShownChannel, ChartColour> = {
  speed: 'good',
  pace: 'good',
  elevation: 'ink-2',
  heartRate: 'danger',
  power: 'waiting-ink',
  cadence: 'ink',
  gradient: 'ink-2',
  distance: 'ink',
};
