// The thread that draws public pages, from its source: tests have no build of the server.
import { register } from 'tsx/esm/api';

register();
await import('../../src/server/http/page-worker.ts');
