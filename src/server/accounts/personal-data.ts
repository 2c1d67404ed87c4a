import type { SignedInViewer } from '../../protocol/account.ts';
import type { StreamedDocument } from '../json/json-stream.ts';
import { listTokens } from '../storage/api-tokens.ts';
import { hashRecipient } from '../mail/recipients.ts';
import { listFollowedBy } from '../storage/followers.ts';
import { readLetterhead } from '../storage/letterheads.ts';
import { listMailTo } from '../storage/mail.ts';
import { listPayments } from '../storage/payments.ts';
import {
  eachDeed,
  eachEmbed,
  eachHelpedEvent,
  eachHistoryLink,
  eachInvitation,
  eachOwnEvent,
  eachRacer,
  eachHandicapTable,
  eachSeries,
  eachTransfer,
} from '../storage/personal-reads.ts';
import { findProfile } from '../storage/profiles.ts';
import { listOwnScreens } from '../storage/screen-keys.ts';
import { ensureShareGroup } from '../storage/share-groups.ts';
import { findUserById, listSessions } from '../storage/users.ts';
import { eachWebhook } from '../storage/webhook-deliveries.ts';
import type { AccountParts } from './account-parts.ts';

/**
 * Everything that is stored about a person, in one document that people and programs can read. Data of an address is
 * included once the address is confirmed: an account made with a stranger's address would learn who writes to them.
 */
export function collectPersonalData(
  { storage: { db }, clock, secret, ownedBesides }: AccountParts,
  viewer: SignedInViewer,
) {
  const { userId, email } = viewer;
  const verifiedEmail = viewer.emailVerified ? email : null;
  return {
    exportedAt: new Date(clock.now()).toISOString(),
    account: () => findUserById(db, userId),
    profile: () => findProfile(db, userId),
    credits: viewer.credits,
    creditHistory: eachTransfer(db, userId),
    payments: () => listPayments(db, userId),
    racers: eachRacer(db, userId),
    linksOfRacers: eachHistoryLink(db, userId),
    events: eachOwnEvent(db, userId),
    boardsOnOtherSites: eachEmbed(db, userId),
    screens: () => listOwnScreens(db, userId),
    eventsHelpedIn: eachHelpedEvent(db, userId, verifiedEmail),
    doneInOthersEvents: eachDeed(db, userId),
    invitationsSent: eachInvitation(db, userId),
    series: eachSeries(db, userId),
    handicapTables: eachHandicapTable(db, userId),
    letterhead: () => readLetterhead(db, userId),
    ...ownedBesides.collect(db, userId, verifiedEmail),
    shareGroup: () => ensureShareGroup(db, userId, clock.now()),
    eventsFollowed: () =>
      verifiedEmail === null ? Promise.resolve([]) : listFollowedBy(db, hashRecipient(secret, verifiedEmail)),
    sessions: () => listSessions(db, userId),
    apiTokens: () => listTokens(db, userId),
    webhooks: eachWebhook(db, userId),
    mails: () => (verifiedEmail === null ? Promise.resolve([]) : listMailTo(db, verifiedEmail)),
  } satisfies StreamedDocument;
}
