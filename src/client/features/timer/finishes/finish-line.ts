import { createRememberedSwitch } from '../../../event/remembered-switch.ts';

/**
 * This phone stands at the finish, and the one at the start may have no signal: every racer can be finished here, also
 * one without a start. Such a finish waits for its start.
 */
export const atFinishLine = createRememberedSwitch('pushoff.at-finish');
