/** Database that this release must not be started on, or could not bring up to date. The operator reads the message. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}
