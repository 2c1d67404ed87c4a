import { linear } from './linear.mjs';

/** Patterns over text from outside, as a rule of the linter. */
export default { meta: { name: 'patterns' }, rules: { linear } };
