// Loaded by every node before anything else: lets the harness move its clock, and limit its SQLite file where no small
// disk can be mounted. Its orders are in the file that FAULTS_CONTROL names.
import { readFileSync } from 'node:fs';

const EVERY_MS = 50;
const MOST_PAGES = 4_294_967_294;
const realNow = Date.now;
const realConstruct = Reflect.construct;
/** @type {Set<{ exec(statement: string): void }>} */
const connections = new Set();
let told = { clockOffsetMs: 0, isFull: false };

Date.now = () => realNow() + told.clockOffsetMs;
// The driver's classes cannot be changed, but every connection is made by `Reflect.construct`.
Reflect.construct = (target, ...rest) => {
  const made = realConstruct(target, ...rest);
  if (target.name === 'DatabaseSync') connections.add(made);
  return made;
};

function listen() {
  try {
    told = JSON.parse(readFileSync(process.env['FAULTS_CONTROL'] ?? '', 'utf8'));
  } catch {
    // The file is missing, or is being written.
  }
  // A limit below the present size means that no page can be added.
  for (const connection of connections) {
    try {
      connection.exec(`pragma max_page_count = ${told.isFull ? 1 : MOST_PAGES}`);
    } catch {
      connections.delete(connection);
    }
  }
}
listen();
setInterval(listen, EVERY_MS).unref();
