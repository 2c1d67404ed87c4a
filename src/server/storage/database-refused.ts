/** A database that this release must not be started on, or could not bring up to date. The message is for the operator. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}
