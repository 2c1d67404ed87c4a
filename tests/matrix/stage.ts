import { randomUUID } from 'node:crypto';
import { durationMs } from '../../src/domain/units.ts';
import type { Command } from '../../src/protocol/commands.ts';
import { PICTURES_KEPT_MS } from '../../src/protocol/pictures.ts';
import { addRacers, createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { factsAt } from '../support/pictures.ts';
import { createScreenKey } from '../../src/server/access/guest-keys.ts';
import { type ActorName, actorOf, actors, clubOf, type Club, isDeleted, isOwnClub, type Target } from './actors.ts';
import type { Canary } from './canary.ts';
import type { People, Person } from './people.ts';
import type { TestServer } from '../support/running-server.ts';
import { type Keys, sendAll } from './wire.ts';

/** An event with every kind of thing that a command can name. */
export interface Race {
  readonly id: string;
  readonly club: Club;
  readonly racerId: string;
  readonly otherRacerId: string;
  /** A racer who was removed from the event. */
  readonly removedRacerId: string;
  readonly tapId: string;
  readonly adjustmentId: string;
  readonly shiftId: string;
  /** A second reading of the same racer. */
  readonly secondTapId: string;
  readonly undoneTapId: string;
  /** An admin with an account, who came by the link. */
  readonly helperId: string;
  /** An admin without an account. */
  readonly guestId: string;
  readonly invitedEmail: string;
  readonly adminKey: string;
  readonly viewerKey: string;
  readonly screenId: string;
  readonly screenKey: string;
  /** The admin key before it was changed. */
  readonly formerKey: string;
}

interface RaceOptions {
  readonly isDeleted?: boolean;
  readonly isShared?: boolean;
  /** Without people whose role has ended: these are always refused, and refusals are tried on the shared stage. */
  readonly isLean?: boolean;
}

export interface Stage {
  /** The race for an actor and a target: shared between actors, unless it must be the actor's own. */
  raceFor(actor: ActorName, target: Target): Race;
  /** A race that may be changed. */
  freshFor(actor: ActorName, target: Target): Promise<Race>;
  newRace(club: Club, options?: RaceOptions): Promise<Race>;
  /** Builds everything anew after an unexpected change. */
  renew(): Promise<void>;
}

interface ClubPeople {
  readonly owner: Person;
  readonly helper: Person;
  readonly guest: Person;
  readonly racerIds: readonly [string, string, string];
  readonly invitedEmail: string;
  readonly actors: readonly ActorName[];
}

const removedName = (club: Club): string => `canaryremoved${club}`;

const addRemoved = (eventId: string, racerId: string, club: Club): Command =>
  eventCommand(eventId, {
    type: 'entries.add',
    racers: [{ racerId, name: removedName(club), groups: [removedName(club)], bib: null }],
  });

const newScreen = (eventId: string, name: string, maker: Person) => ({
  id: randomUUID(),
  eventId,
  name,
  key: createScreenKey(),
  createdAt: 1,
  createdBy: maker.userId,
  kind: 'board',
});

const missing = (): Race => ({
  id: randomUUID(),
  club: 'ours',
  racerId: randomUUID(),
  otherRacerId: randomUUID(),
  removedRacerId: randomUUID(),
  tapId: randomUUID(),
  adjustmentId: randomUUID(),
  shiftId: randomUUID(),
  secondTapId: randomUUID(),
  undoneTapId: randomUUID(),
  helperId: randomUUID(),
  guestId: randomUUID(),
  invitedEmail: 'missing@example.org',
  adminKey: '',
  viewerKey: '',
  screenId: randomUUID(),
  screenKey: '',
  formerKey: '',
});

export async function createStage(server: TestServer, people: People, canary: Canary): Promise<Stage> {
  const { url, db } = server;
  const ours = people.of;
  const clubs: Readonly<Record<Club, ClubPeople>> = {
    ours: await found('ours', ours.owner, ours['admin by id'], ours['guest admin']),
    theirs: await found('theirs', ours.outsider, people.theirHelper, ours["another event's guest admin"]),
  };
  const races = new Map<string, Race>();

  async function found(club: Club, owner: Person, helper: Person, guest: Person): Promise<ClubPeople> {
    const racerIds = [randomUUID(), randomUUID(), randomUUID()] as const;
    await sendAll(url, owner.cookie, {}, ...racerIds.map((racerId) => createRacer(racerId)));
    const mark = `canaryinvited${club}`;
    const members = actors.filter((actor) => actorOf[actor].club === club);
    const mayHave = members.filter((actor) => {
      const { session, standing } = actorOf[actor];
      return session === 'account' && (standing === 'owner' || standing === 'admin');
    });
    canary.mark('address', mark, `an invited address of the club: ${club}`, mayHave);
    const running = members.filter((actor) => ['owner', 'admin', 'holder'].includes(actorOf[actor].standing));
    canary.mark('address', removedName(club), `the name of a removed racer of the club: ${club}`, running);
    return { owner, helper, guest, racerIds, invitedEmail: `${mark}@example.org`, actors: members };
  }

  const keysOf = (eventId: string) =>
    db.selectFrom('eventKeys').selectAll().where('eventId', '=', eventId).executeTakeFirstOrThrow();

  async function newRace(club: Club, options: RaceOptions = {}): Promise<Race> {
    const { owner, helper, guest, racerIds, invitedEmail } = clubs[club];
    const [racerId, otherRacerId, removedRacerId] = racerIds;
    const eventId = randomUUID();
    const [first, second, undone] = [racerId, racerId, otherRacerId].map((id) => tap(eventId, 'start', id));
    const ofAttempt = { racerId, attempt: 1 };
    const penalty = { type: 'adjustment.add', ...ofAttempt, ms: durationMs(5000), reason: 'left the lane' } as const;
    const adjustment = eventCommand(eventId, penalty);
    const shift = eventCommand(eventId, {
      type: 'taps.shift',
      tapIds: [second!.id],
      ms: durationMs(1000),
      reason: '',
    });
    const asOwner = (...commands: Command[]) => sendAll(url, owner.cookie, {}, ...commands);
    const join = ({ cookie }: Person, key: string) =>
      sendAll(url, cookie, { [eventId]: key }, eventCommand(eventId, { type: 'admin.join' }));
    const invite = (email: string) => eventCommand(eventId, { type: 'admin.invite', email });

    await asOwner(
      createEvent(eventId),
      addRacers(eventId, racerId, otherRacerId),
      addRemoved(eventId, removedRacerId, club),
      eventCommand(eventId, { type: 'entry.remove', racerId: removedRacerId }),
      eventCommand(eventId, { type: 'race.configure', settings: { mainDevice: randomUUID() } }),
      first!,
      second!,
      undone!,
      eventCommand(eventId, { type: 'tap.undo', tapId: undone!.id }),
      adjustment,
      shift,
      invite(invitedEmail),
      ...(club === 'ours' ? [ours['admin by email'].email, ours['invited, not verified'].email].map(invite) : []),
    );
    const former = await keysOf(eventId);
    const hasFormer = options.isLean !== true;
    if (hasFormer) {
      if (club === 'ours') await join(ours['revoked guest'], former.admin);
      await asOwner(eventCommand(eventId, { type: 'keys.rotate', which: 'admin' }));
    }
    const keys = hasFormer ? await keysOf(eventId) : former;
    const joining = [helper, guest, ...(hasFormer && club === 'ours' ? [people.beforeExpiry] : [])];
    await Promise.all(joining.map((person) => join(person, keys.admin)));
    const screen = newScreen(eventId, `canaryscreen${club}`, owner);
    const guestScreen = newScreen(eventId, `canaryscreen${club} of a guest`, guest);
    await db.insertInto('screenKeys').values([screen, guestScreen]).execute();
    await keepPictures(club, eventId, first!.id);
    if (options.isShared === true) await asOwner(eventCommand(eventId, { type: 'group.share' }));
    if (options.isDeleted === true) await asOwner(eventCommand(eventId, { type: 'event.delete' }));
    // The matrix needs more invitations than the daily limit allows.
    await db.deleteFrom('invitations').execute();
    await db.deleteFrom('invitationMails').execute();
    markKeys(
      club,
      { ...keys, former: hasFormer ? former.admin : null, screen: screen.key, guestScreen: guestScreen.key },
      options.isShared === true && options.isDeleted !== true,
    );
    return {
      id: eventId,
      club,
      racerId,
      otherRacerId,
      removedRacerId,
      tapId: first!.id,
      adjustmentId: adjustment.id,
      shiftId: shift.id,
      secondTapId: second!.id,
      undoneTapId: undone!.id,
      helperId: helper.userId,
      guestId: guest.userId,
      invitedEmail,
      adminKey: keys.admin,
      viewerKey: keys.viewer,
      screenId: screen.id,
      screenKey: screen.key,
      formerKey: former.admin,
    };
  }

  /** EYE24: what a finish camera saw is the admins'. */
  async function keepPictures(club: Club, eventId: string, tapId: string): Promise<void> {
    const mark = `canarypicture${club}`;
    const body = Buffer.from(mark);
    const facts = JSON.stringify(factsAt(Date.now()));
    const finish = { eventId, tapId, facts, bytes: body.length, until: Date.now() + PICTURES_KEPT_MS };
    await db.insertInto('finishPictures').values(finish).execute();
    await db.insertInto('finishPictureParts').values({ eventId, tapId, part: 0, type: 'image/png', body }).execute();
    const inside = clubs[club].actors.filter((actor) => ['owner', 'admin'].includes(actorOf[actor].standing));
    canary.mark('secret', mark, `a picture of the club: ${club}`, inside);
  }

  /** An actor with a key may be sent that key again; an admin may see both. */
  function markKeys(
    club: Club,
    keys: { admin: string; viewer: string; former: string | null; screen: string; guestScreen: string },
    isPublic: boolean,
  ): void {
    const members = clubs[club].actors;
    const inside = members.filter((actor) => ['owner', 'admin'].includes(actorOf[actor].standing));
    const holding = (key: string) => members.filter((actor) => actorOf[actor].key === key);
    canary.mark('secret', keys.admin, `an admin key of the club: ${club}`, [...inside, ...holding('admin')]);
    // SC11: who came by the link gets the keys of the screens that they made.
    const invited = inside.filter((actor) => actorOf[actor].standing === 'owner' || actor === 'admin by email');
    const guests = inside.filter((actor) => actorOf[actor].session === 'anonymous');
    canary.mark('secret', keys.screen, `the key of a screen of the club: ${club}`, [...invited, ...holding('screen')]);
    canary.mark('secret', keys.guestScreen, `the key of a guest's screen of the club: ${club}`, [
      ...invited,
      ...guests,
    ]);
    if (keys.former !== null)
      canary.mark('secret', keys.former, `a former admin key of the club: ${club}`, [...inside, ...holding('former')]);
    if (!isPublic)
      canary.mark('secret', keys.viewer, `a viewer key of the club: ${club}`, [...inside, ...holding('viewer')]);
  }

  async function renew(): Promise<void> {
    for (const club of ['ours', 'theirs'] as const) {
      races.set(club, await newRace(club));
      races.set(`${club} deleted`, await newRace(club, { isDeleted: true }));
    }
    // For readers of the owner's group: one event is public, the other was withdrawn.
    await newRace('ours', { isShared: true });
    await newRace('ours', { isShared: true, isDeleted: true });
  }

  await renew();
  return {
    newRace,
    renew,
    raceFor(actor, target) {
      if (target === 'missing') return missing();
      return races.get(`${clubOf(actor, target)}${isDeleted(target) ? ' deleted' : ''}`)!;
    },
    freshFor: (actor, target) =>
      target === 'missing'
        ? Promise.resolve(missing())
        : newRace(clubOf(actor, target), { isDeleted: isDeleted(target), isLean: true }),
  };
}

/** The key that an actor sends with a request. For other targets the actor tries the same key. */
export function keyOf(stage: Stage, actor: ActorName, target: Target, race: Race): string | undefined {
  const { key, club } = actorOf[actor];
  if (key === null || club === null) return undefined;
  const from = isOwnClub(target) ? race : stage.raceFor(actor, 'own');
  return { admin: from.adminKey, viewer: from.viewerKey, former: from.formerKey, screen: from.screenKey }[key];
}

export function keysFor(stage: Stage, actor: ActorName, target: Target, race: Race): Keys {
  const key = keyOf(stage, actor, target, race);
  return key === undefined ? {} : { [race.id]: key };
}
