// Loaded by the server of the stories before anything else: a real hash takes a tenth of a second of a core, and each
// story signs several people up. Real hashes are tested in tests/http/accounts and wherever a story starts its own server.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 2, r: 1 }, done);
syncBuiltinESMExports();
