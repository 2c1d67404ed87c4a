import { createRememberedSwitch } from '../../../event/remembered-switch.ts';

/**
 * Switch for a phone that stands at the finish while the phone at the start may have no signal: every racer can be finished
 * here, also one without a start. Such a finish waits for its start.
 */
export const atFinishLine = createRememberedSwitch('pushoff.at-finish');
