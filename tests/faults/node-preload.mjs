// Read by every node before anything else: lets the harness move its clock, and take away the room of its SQLite file where
// no disk can be mounted that is small enough to be filled. What it is told stands in the file that FAULTS_CONTROL names.
import { readFileSync } from 'node:fs';

const EVERY_MS = 50;
const MOST_PAGES = 4_294_967_294;
const realNow = Date.now;
const realConstruct = Reflect.construct;
/** @type {Set<{ exec(statement: string): void }>} */
const connections = new Set();
let told = { clockOffsetMs: 0, isFull: false };

Date.now = () => realNow() + told.clockOffsetMs;
// The driver's classes are closed to changes; this is how it makes a connection.
Reflect.construct = (target, ...rest) => {
  const made = realConstruct(target, ...rest);
  if (target.name === 'DatabaseSync') connections.add(made);
  return made;
};

function listen() {
  try {
    told = JSON.parse(readFileSync(process.env['FAULTS_CONTROL'] ?? '', 'utf8'));
  } catch {
    // Not said yet, or being written.
  }
  // A limit below what is there means: not one page more.
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
