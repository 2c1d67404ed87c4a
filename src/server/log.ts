/** The log is one JSON object a line on standard error; standard output carries only the line with the address. */

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];
/** Fields of a line beside its own: a field with the name of one of these would be lost, so the type refuses it. */
export type LogFields = Readonly<Record<string, unknown>> & { readonly [Own in 'time' | 'level' | 'message']?: never };

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Log with these fields on every line: a request's id, a job's name. */
  with(fields: LogFields): Log;
}

export const isLogLevel = (text: string): text is LogLevel => (logLevels as readonly string[]).includes(text);

export function createLog(
  level: LogLevel,
  write: (line: string) => void = (line) => void process.stderr.write(line),
  common: LogFields = {},
): Log {
  const threshold = logLevels.indexOf(level);
  const writer = (at: LogLevel) => (message: string, fields?: LogFields) => {
    if (logLevels.indexOf(at) < threshold) return;
    const own = { time: new Date().toISOString(), level: at, message };
    // The line's own fields stand first for its readers, and last so that none is replaced by a field that came untyped.
    const entry = { ...own, ...common, ...fields, ...own };
    write(`${JSON.stringify(entry, plain)}\n`);
  };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    with: (fields) => createLog(level, write, { ...common, ...fields }),
  };
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  if (typeof value === 'string') return withoutAddresses(value);
  return typeof value === 'bigint' ? value.toString() : value;
}

/**
 * Limit on a text, longer than any of our lines and most stacks: the text of another program's error may have any
 * length.
 */
const MOST_CHARACTERS = 4_000;
const WORD = /[^\s"'<>(),;:/\\]+/g;

/**
 * Addresses are cut out: a mail server names a mailbox in its refusal, a database error may hold the password before
 * the host. The word at the cut is left out, because the sign that makes it an address may stand behind the cut.
 */
function withoutAddresses(text: string): string {
  const isCut = text.length > MOST_CHARACTERS;
  return text.slice(0, MOST_CHARACTERS).replaceAll(WORD, (word, at: number) => {
    if (isCut && at + word.length === MOST_CHARACTERS) return '…';
    return word.lastIndexOf('@') > 0 ? '(address)' : word;
  });
}
