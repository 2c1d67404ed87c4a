import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import type { RacerCommandBody } from '../../src/domain/racers/library.ts';
import { type ActorName, actorOf, isDeleted, type Standing, standingOn, type Target } from './actors.ts';

/**
 * The rules of the specification (section 6) and docs/spec, written by hand. The product has its own in
 * `domain/access/can.ts`; this file must not import it, or a mistake there would pass here.
 * An outcome is 'allowed', with what is seen where that differs between people, or the code of the refusal.
 */
export type Outcome = string;

type Who = 'the owner' | 'admins' | 'admins but the owner' | 'holders of the admin key';

type OnEvent = Exclude<EventCommandBody['type'], 'event.create' | 'event.duplicate'>;

/** V5, and V4 for bringing back. */
export const whoMay: Readonly<Record<OnEvent, Who>> = {
  'event.rename': 'the owner',
  'event.configure': 'the owner',
  'event.delete': 'the owner',
  'event.restore': 'the owner',
  'entries.add': 'admins',
  'entry.rename': 'admins',
  'entry.remove': 'admins',
  'entry.restore': 'admins',
  'tap.record': 'admins',
  'tap.undo': 'admins',
  'tap.redo': 'admins',
  'tap.correct': 'admins',
  'tap.choose': 'admins',
  'tap.assign': 'admins',
  'status.set': 'admins',
  'adjustment.add': 'admins',
  'adjustment.remove': 'admins',
  'statuses.set': 'admins',
  'tap.enter': 'admins',
  'tap.see': 'admins',
  'tap.fill': 'admins',
  'taps.shift': 'admins',
  'shift.undo': 'admins',
  'taps.move': 'admins',
  'precision.set': 'the owner',
  'bibs.set': 'admins',
  'schedule.set': 'admins',
  'schedule.shift': 'admins',
  'race.configure': 'the owner',
  'format.set': 'the owner',
  'details.set': 'admins',
  'handicaps.set': 'admins',
  'official.set': 'the owner',
  'helper.name': 'admins',
  'rehearsal.begin': 'the owner',
  'rehearsal.end': 'admins',
  'times.check': 'admins',
  'race.stop': 'admins',
  'race.resume': 'admins',
  'admin.invite': 'admins',
  'admin.join': 'holders of the admin key',
  'admin.remove': 'the owner',
  'admin.uninvite': 'the owner',
  'admin.leave': 'admins but the owner',
  'owner.change': 'the owner',
  'group.share': 'the owner',
  'group.withdraw': 'the owner',
  'keys.rotate': 'the owner',
};

function may(who: Who, standing: Standing, actor: ActorName): boolean {
  switch (who) {
    case 'the owner':
      return standing === 'owner';
    case 'admins':
      return standing === 'owner' || standing === 'admin';
    case 'admins but the owner':
      return standing === 'admin';
    case 'holders of the admin key':
      return actorOf[actor].key === 'admin';
  }
}

/** Commands need a session; a guest without an account owns nothing, so creates nothing. */
export function expectEventCommand(type: EventCommandBody['type'], actor: ActorName, target: Target): Outcome {
  const { session } = actorOf[actor];
  const standing = standingOn(actor, target);
  if (session === 'none') return 'unauthenticated';
  if (type === 'event.create') {
    if (session === 'anonymous') return 'account-required';
    return target === 'missing' ? 'allowed' : 'event-exists';
  }
  if (type === 'event.duplicate') {
    if (session === 'anonymous') return 'account-required';
    // A key opens the event that a command names; here that is the copy.
    if (standing === 'stranger' || standing === 'viewer') return 'event-not-found';
    if (standing !== 'owner') return 'permission-denied';
    return isDeleted(target) ? 'event-deleted' : 'allowed';
  }
  if (standing === 'stranger') return 'event-not-found';
  if (!may(whoMay[type], standing, actor)) return 'permission-denied';
  const isForDeleted = type === 'event.restore' || type === 'event.delete';
  if (isDeleted(target) && !isForDeleted) return 'event-deleted';
  // The race of the matrix has times already.
  if (type === 'rehearsal.begin') return 'race-has-begun';
  // V19: a guest has no address that could answer for a mail.
  return type === 'admin.invite' && session === 'anonymous' ? 'account-required' : 'allowed';
}

/** A library belongs to its creator: for everybody else its racers do not exist (H3, V15). */
export function expectRacerCommand(type: RacerCommandBody['type'], actor: ActorName, target: Target): Outcome {
  const { session } = actorOf[actor];
  if (session === 'none') return 'unauthenticated';
  if (session === 'anonymous') return 'account-required';
  if (type === 'racer.create') return target === 'missing' ? 'allowed' : 'racer-exists';
  if (target === 'own') return 'allowed';
  const isForDeleted = type === 'racer.restore' || type === 'racer.separate';
  return isForDeleted && target === 'deleted' ? 'allowed' : 'racer-not-found';
}

/** Viewers see no more than the race; the keys are for admins who have joined (V5, V8). A deleted event is its owner's (V4). */
export function expectEventRead(actor: ActorName, target: Target): Outcome {
  const standing = standingOn(actor, target);
  if (standing === 'stranger') return 'event-not-found';
  if (isDeleted(target) && standing !== 'owner') return 'event-deleted';
  if (standing === 'viewer') return 'allowed as viewer';
  return standing === 'holder' ? 'allowed as admin' : 'allowed as admin with keys';
}

/** The changes alone carry no keys for any reader. */
export function expectChanges(actor: ActorName, target: Target): Outcome {
  return expectEventRead(actor, target).replace(' with keys', '');
}

/** V14: the history and the people are for admins, joined; addresses are not for guests without an account. */
export function expectAdminRead(actor: ActorName, target: Target): Outcome {
  const seen = expectEventRead(actor, target);
  if (!seen.startsWith('allowed')) return seen;
  if (!may('admins', standingOn(actor, target), actor)) return 'permission-denied';
  return actorOf[actor].session === 'account' ? 'allowed with addresses' : 'allowed without addresses';
}

/**
 * SC1, SC11: screens are seen by admins, of events that are not deleted; by those who came by the link only the ones that
 * they made. There is one of the owner and one of the guest; 'admin by id' came by the link too.
 */
export function expectScreens(actor: ActorName, target: Target): Outcome {
  const seen = expectAdminRead(actor, target);
  if (!seen.startsWith('allowed')) return seen;
  if (isDeleted(target)) return 'event-deleted';
  if (!isByLink(actor, target)) return 'allowed with all screens';
  return actorOf[actor].session === 'anonymous' ? 'allowed with their own screen' : 'allowed with no screen';
}

/** SC11: who came by the link cannot withdraw the owner's screen. */
export function expectWithdrawal(actor: ActorName, target: Target): Outcome {
  const seen = expectScreens(actor, target);
  if (!seen.startsWith('allowed')) return seen;
  return isByLink(actor, target) ? 'allowed, and the screen is there' : 'allowed, and the screen is gone';
}

const isByLink = (actor: ActorName, target: Target): boolean =>
  standingOn(actor, target) !== 'owner' && actor !== 'admin by email';

/** Data of an account: `anonymous` is the outcome for a guest without one. */
export function expectAccount(actor: ActorName, anonymous: Outcome): Outcome {
  const { session } = actorOf[actor];
  if (session === 'none') return 'unauthenticated';
  return session === 'anonymous' ? anonymous : 'allowed';
}

/** P8: other people's payments do not exist. */
export function expectPayment(actor: ActorName, target: Target): Outcome {
  const seen = expectAccount(actor, 'account-required');
  return seen === 'allowed' && target !== 'own' ? 'payment-not-found' : seen;
}

/** The viewer's page opens for the viewer's key alone, and shows no event that is deleted. */
export function expectTimerPage(actor: ActorName, target: Target): Outcome {
  const isShown = target === 'own' && actorOf[actor].key === 'viewer';
  return `allowed as ${viewerKind(actor)}, ${isShown ? 'with the event' : 'without an event'}`;
}

/** Without a key in its address the page opens for the event's own admins, signed in. */
export function expectOwnBoard(actor: ActorName, target: Target): Outcome {
  const { session, standing } = actorOf[actor];
  const isShown = target === 'own' && session !== 'none' && (standing === 'owner' || standing === 'admin');
  return `allowed as ${viewerKind(actor)}, ${isShown ? 'with the event' : 'without an event'}`;
}

export function expectScreenPage(actor: ActorName, target: Target): Outcome {
  const isShown = target === 'own' && actorOf[actor].key === 'screen';
  return isShown ? 'allowed as nobody, with the event' : `allowed as ${viewerKind(actor)}, without an event`;
}

export function viewerKind(actor: ActorName): string {
  return { none: 'nobody', account: 'user', anonymous: 'anonymous' }[actorOf[actor].session];
}

export const isAllowed = (outcome: Outcome): boolean => outcome.startsWith('allowed');

/** C1: refusals are remembered, except for things that do not exist for the sender, so that strangers store nothing. */
export function leavesReceipt(outcome: Outcome): boolean {
  return !['unauthenticated', 'account-required', 'event-not-found', 'racer-not-found', 'origin-refused'].includes(
    outcome,
  );
}
