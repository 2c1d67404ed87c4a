import { setTimeout as sleep } from 'node:timers/promises';
import type { EventCommandBody } from '../../../src/domain/events/commands.ts';
import { api } from '../../../src/protocol/routes.ts';
import { eventCommand } from '../../support/commands.ts';
import { createSubscription } from '../../support/push-service.ts';
import { readTime } from '../compare.ts';
import { penalize, penalty } from '../generate.ts';
import { type Expected, expectOf } from '../oracle.ts';
import type { Stage, World } from '../world.ts';
import { ownRacers, type Reading } from './reading.ts';
import { fieldsOf } from './results-json.ts';

/** What others were told after the last change of a reader: a penalty, and the results declared anew. */
interface Told {
  /** The event after it. */
  readonly expected: Expected;
  readonly racerId: string;
  readonly attempt: number;
  readonly ofRacer: readonly Message[];
  readonly ofResults: readonly Message[];
  readonly webhook: Readonly<Record<string, unknown>> | null;
}
interface Message {
  readonly title: string;
  readonly body: string;
}

const LATE_MS = 7_000;
const PATIENCE_MS = 20_000;
const told = new WeakMap<Stage, Promise<Told | null>>();
const hooked = new WeakSet<World>();

/** Once for an event: both readers read what came of it. Null where nobody has a time. */
function changeOnce({ stage, expected }: Reading): Promise<Told | null> {
  const known = told.get(stage);
  if (known !== undefined) return known;
  const made = change(stage, expected);
  told.set(stage, made);
  return made;
}

async function change(stage: Stage, { race, total }: Expected): Promise<Told | null> {
  const { world, eventId, keys } = stage;
  const attempt = race.runs.current;
  const one = [...total.placed.values()].find(({ now }) => now.publishedMs !== null);
  if (one === undefined) return null;
  const { racerId } = one.racer;
  if (!hooked.has(world)) {
    hooked.add(world);
    const made = await world.owner.post<{ secret: string }>(api.createWebhook, {
      url: world.receiver.url,
      kinds: ['result', 'correction', 'status'],
    });
    world.receiver.secret = made.body.secret;
  }
  const send = async (...bodies: EventCommandBody[]) => {
    await world.send(bodies.map((body) => eventCommand(eventId, body)));
    await world.server.followers.workOff();
  };
  if (race.isOfficial) await send({ type: 'official.set', note: null });
  const follow = async (followed: string | null) => {
    const subscription = createSubscription(world.push);
    const path = `${api.followers.replace(':eventId', eventId)}?key=${keys.viewer}`;
    const { status, body } = await world.server.client().post(path, { racerId: followed, by: subscription.by });
    if (status !== 200) throw new Error(`Nobody could follow: ${JSON.stringify(body)}`);
    return () => subscription.received().map(({ notification: { title, body: text } }) => ({ title, body: text }));
  };
  const [ofRacer, ofResults] = [await follow(racerId), await follow(null)];
  await send(penalty(racerId, attempt, LATE_MS));
  await send({ type: 'official.set', note: '' });
  await world.server.followers.workOff();
  const after = penalize(race, racerId, attempt, LATE_MS, false);
  world.races.set(eventId, after);
  const wanted = expectOf(after);
  return {
    expected: wanted,
    racerId,
    attempt,
    ofRacer: ofRacer(),
    ofResults: ofResults(),
    webhook: await findHook(world, { eventId, racerId, attempt, penaltyMs: one.now.penaltyMs + LATE_MS }),
  };
}

interface Wanted {
  readonly eventId: string;
  readonly racerId: string;
  readonly attempt: number;
  readonly penaltyMs: number;
}

/** The message that has the penalty in it: earlier ones of the same racer may still be on their way. */
async function findHook(world: World, { eventId, racerId, attempt, penaltyMs }: Wanted) {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    const found = world.receiver.received.find(({ message: { data } }) => {
      const { result } = data;
      const isOfRun = data.eventId === eventId && data.racerId === racerId && data.attempt === attempt;
      return isOfRun && result?.penaltyMs === penaltyMs;
    });
    if (found !== undefined) return found.message.data.result as unknown as Record<string, unknown>;
    await sleep(20);
  }
  return null;
}

/** AP20: a correction, as viewers see it. */
export async function readWebhook(reading: Reading): Promise<void> {
  const after = await changeOnce(reading);
  if (after === null) return;
  const { check, faces } = reading;
  const { expected, racerId, attempt, webhook } = after;
  check.same('a message came', webhook !== null, true);
  if (webhook === null) return;
  const placed = expected.ofRun[attempt - 1]!.placed.get(racerId)!;
  const { corrected: _corrected, ...fields } = fieldsOf(placed, placed.now, expected.race, true);
  for (const [field, value] of Object.entries(fields)) {
    check.same(`${faces.short(racerId)} ${field}`, webhook[field], value);
  }
}

/** FO3, FO4: names are compared as the message has them, places as the board. */
export async function readFollowerMessages(reading: Reading): Promise<void> {
  const after = await changeOnce(reading);
  if (after === null) return;
  const { check, faces } = reading;
  const { expected, racerId, ofRacer, ofResults } = after;
  const own = ownRacers(expected);
  const corrected = ofRacer.find(({ title }) => title.includes('time corrected to'));
  check.same('the racer’s correction was told', corrected !== undefined, true);
  if (corrected !== undefined) {
    const { now } = expected.total.placed.get(racerId)!;
    check.same(
      `${faces.short(racerId)} time`,
      readTime(/corrected to (\S+)$/.exec(corrected.title)?.[1] ?? ''),
      now.publishedMs,
    );
    const place = /#(\d+) of (\d+)/.exec(corrected.body);
    if (place !== null) {
      check.same(
        `${faces.short(racerId)} place`,
        [Number(place[1]), Number(place[2])],
        [own.rankOf(racerId), own.order.flat().length],
      );
    }
  }
  const declared = ofResults.find(({ title }) => title.endsWith('the results are official'));
  check.same('the declaration was told', declared !== undefined, true);
  if (declared === undefined || expected.way.viewer === 'team') return;
  const places = declared.body.split(/, (?=#)/).flatMap((text) => {
    const found = /^#(\d+) (.+?) (?:[−\d:.]+|[\d.,]+ ?%)(?: (?:adjusted|under target|over target))?$/.exec(text);
    return found === null ? [] : [{ rank: Number(found[1]), racerId: faces.find(found[2]!) }];
  });
  const named = Math.min(3, own.order.flat().length);
  check.same('the first three are named', places.length, named);
  for (const place of places) check.same(`${faces.short(place.racerId)} place`, place.rank, own.rankOf(place.racerId));
}
