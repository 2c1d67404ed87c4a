import { imports } from './imports.mjs';
import { pure } from './pure.mjs';

/** The import rules of the rooms under src, and the purity of the domain, as rules of the linter. */
export default { meta: { name: 'rooms' }, rules: { imports, pure } };
