import type { Admin } from '../../domain/access/can.ts';
import { touches } from '../../domain/events/change-kinds.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventState } from '../../domain/model/state.ts';
import { isEventCommand } from '../../protocol/commands.ts';
import { ACCOUNT_TOPIC, type ListedEvent } from '../../protocol/live.ts';
import type { Sender } from '../access/sender.ts';
import { addressMark, type EventNews } from '../bus/news.ts';
import type { SentCommand } from '../journal/sent-command.ts';
import type { Committed } from '../journal/workspace.ts';
import type { ListedRow } from '../storage/event-reads.ts';
import { compareAccounts, listRow, toListed, withNewer } from './account-lists.ts';
import { beginSubscription, type Connection, type Subscription } from './connection.ts';
import type { FrameBuilder } from './frame.ts';
import type { LoadedAccount } from './hub-parts.ts';
import type { ListChecks } from './list-checks.ts';
import { createPacer, type PacerParts } from './pacer.ts';

const PACE_MS = 100;
/** Pause between reads of counters that another node changes: taps come faster than a list is read. */
const COUNT_MS = 250;

export interface AccountTopicsParts extends PacerParts {
  readonly frames: FrameBuilder;
  readonly checks: ListChecks;
  loadAccount(sender: Sender): Promise<LoadedAccount>;
  /** Listed columns of these events as they are now. Absent: the whole account is read instead. */
  loadListed?: ((eventIds: readonly string[]) => Promise<readonly ListedRow[]>) | undefined;
}

export interface AccountTopics {
  follow(connection: Connection): void;
  publish(committed: readonly Committed[], commands: readonly SentCommand[]): void;
  /** Called when another node has changed an event. */
  hint(news: EventNews): void;
  /** Called when logs of these events were rewritten, or the events are gone. */
  rewritten(eventIds: readonly string[]): void;
  /** Reads all open accounts anew: news may have been lost, and any of them may have changed. */
  reloadAll(): void;
  accountChanged(userId: string): void;
  /** The viewer behind the connection may have verified an address meanwhile. */
  senderChanged(connection: Connection): void;
  stop(): void;
}

/** Account of one person as all their open pages show it. */
interface AccountTopic {
  follow(subscription: Subscription): void;
  leave(subscription: Subscription): void;
  /** An event may have entered or left the lists: only storage can say. */
  reload(newSender?: Sender): void;
  /** An event has a newer state. */
  renew(event: Pick<EventState, 'id' | 'seq'>, listed: (userId: string) => ListedEvent): void;
  lists(eventId: string): boolean;
  /** The lists are being read: they may be older than news heard now. */
  readonly isLoading: boolean;
  readonly isIdle: boolean;
  stop(): void;
}

export function createAccountTopics(parts: AccountTopicsParts): AccountTopics {
  const topics = new Map<string, AccountTopic>();
  /** User ids by verified address: rights are given to addresses as well. */
  const userIds = new Map<string, string>();

  function topicsOf(admins: readonly Admin[]): AccountTopic[] {
    return admins.flatMap((admin) => {
      const userId = admin.kind === 'user' ? admin.userId : userIds.get(admin.email);
      return (userId !== undefined && topics.get(userId)) || [];
    });
  }

  function learnAddress({ userId, verifiedEmail }: Sender): void {
    if (verifiedEmail !== null) userIds.set(verifiedEmail, userId);
  }

  function open(sender: Sender): AccountTopic {
    const topic = createAccountTopic(sender, parts);
    topics.set(sender.userId, topic);
    parts.checks.add(topic);
    return topic;
  }

  function close(userId: string, topic: AccountTopic): void {
    topic.stop();
    topics.delete(userId);
    parts.checks.delete(topic);
    for (const [address, owner] of userIds) if (owner === userId) userIds.delete(address);
  }

  /** Events to which another node has added taps, and whose counters are out of date here. */
  const stale = new Set<string>();
  const counting = createPacer(countAgain, COUNT_MS, parts);
  async function countAgain(): Promise<void> {
    const eventIds = [...stale];
    stale.clear();
    try {
      for (const row of await parts.loadListed!(eventIds)) {
        for (const topic of topics.values()) {
          if (topic.lists(row.id)) topic.renew(row, (userId) => listRow(row, userId));
        }
      }
    } catch (error) {
      for (const eventId of eventIds) stale.add(eventId);
      throw error;
    }
  }

  function publishOne({ event, changes }: Committed): void {
    const touched = changes.flatMap(adminsTouchedBy);
    const concerned = new Set(topicsOf([asAdmin(event.ownerId), ...event.admins, ...touched]));
    const mustReload = changes.some((change) => touches(change, 'lists'));
    for (const topic of concerned) {
      topic.renew(event, (userId) => toListed(event, userId));
      if (mustReload) topic.reload();
    }
  }

  return {
    follow(connection) {
      const { sender } = connection;
      if (sender === null) {
        return connection.send({ type: 'gone', topic: ACCOUNT_TOPIC, code: 'unauthenticated' });
      }
      const { userId } = sender;
      const subscription: Subscription = {
        connection,
        topic: ACCOUNT_TOPIC,
        hasEnded: false,
        leave() {
          const topic = topics.get(userId);
          topic?.leave(subscription);
          if (topic?.isIdle === true) close(userId, topic);
        },
      };
      beginSubscription(subscription);
      const topic = topics.get(userId) ?? open(sender);
      topic.follow(subscription);
      learnAddress(sender);
    },
    publish(committed, commands) {
      if (topics.size === 0) return;
      for (const one of committed) publishOne(one);
      // A sender of a racer's command, or of one that costs credits, may have a changed library or balance.
      for (const { command, sender } of commands) {
        const costs = !isEventCommand(command) || command.type === 'event.create' || command.type === 'event.duplicate';
        if (costs) topics.get(sender.userId)?.reload();
      }
    },
    hint({ id, people, lists }) {
      if (lists === false && parts.loadListed !== undefined) {
        for (const topic of topics.values()) {
          if (topic.isLoading) topic.reload();
          else if (topic.lists(id)) stale.add(id);
        }
        if (stale.size > 0) counting.wake();
        return;
      }
      const marks = new Map([...userIds].map(([email, userId]) => [addressMark(email), userId]));
      const concerned = new Set(people.map((person) => marks.get(person) ?? person));
      for (const [userId, topic] of topics) if (concerned.has(userId) || topic.lists(id)) topic.reload();
    },
    rewritten(eventIds) {
      for (const topic of topics.values()) if (eventIds.some(topic.lists)) topic.reload();
    },
    reloadAll() {
      for (const topic of topics.values()) topic.reload();
    },
    accountChanged: (userId) => topics.get(userId)?.reload(),
    senderChanged({ sender, subscriptions }) {
      if (sender === null || !subscriptions.has(ACCOUNT_TOPIC)) return;
      learnAddress(sender);
      topics.get(sender.userId)?.reload(sender);
    },
    stop() {
      counting.stop();
      for (const topic of topics.values()) topic.stop();
      topics.clear();
    },
  };
}

function createAccountTopic(person: Sender, parts: AccountTopicsParts): AccountTopic {
  const { frames, loadAccount } = parts;
  const arriving = new Set<Subscription>();
  const followers = new Set<Subscription>();
  const newer = new Map<string, { readonly seq: number; readonly listed: ListedEvent }>();
  const pacer = createPacer(tellFollowers, PACE_MS, parts);
  let sender = person;
  let known: LoadedAccount | undefined;
  let mustReload = true;
  let isLoading = false;

  async function tellFollowers(): Promise<void> {
    const loaded = await loadIfNeeded();
    const before = known?.account;
    // A commit of another node may have been read before this node heard that its own, older commit had succeeded.
    const ahead = [...newer].filter(([id, { seq }]) => seq > (loaded.seqs.get(id) ?? 0));
    const after = withNewer(loaded.account, new Map(ahead.map(([id, { listed }]) => [id, listed])));
    known = { account: after, seqs: new Map([...loaded.seqs, ...ahead.map(([id, { seq }]) => [id, seq] as const)]) };
    newer.clear();
    const messages = before === undefined ? [] : compareAccounts(before, after);
    for (const frame of messages.map(frames.build)) {
      for (const { connection } of followers) connection.write(frame);
    }
    if (arriving.size === 0) return;
    const whole = frames.build({ type: 'account', account: after });
    for (const subscription of arriving) {
      subscription.connection.write(whole);
      followers.add(subscription);
    }
    arriving.clear();
  }

  async function loadIfNeeded(): Promise<LoadedAccount> {
    // An arriving page gets what is stored now: news of another node may have been lost.
    if (known !== undefined && !mustReload && arriving.size === 0) return known;
    mustReload = false;
    isLoading = true;
    try {
      return await loadAccount(sender);
    } catch (error) {
      mustReload = true;
      throw error;
    } finally {
      isLoading = false;
    }
  }

  return {
    follow(subscription) {
      arriving.add(subscription);
      pacer.wake();
    },
    leave(subscription) {
      arriving.delete(subscription);
      followers.delete(subscription);
    },
    reload(newSender) {
      sender = newSender ?? sender;
      mustReload = true;
      pacer.wake();
    },
    renew({ id, seq }, listed) {
      if ((newer.get(id)?.seq ?? 0) > seq) return;
      newer.set(id, { seq, listed: listed(sender.userId) });
      pacer.wake();
    },
    get isLoading() {
      return isLoading;
    },
    lists: (eventId) => known?.account.events.some(({ id }) => id === eventId) === true,
    get isIdle() {
      return arriving.size === 0 && followers.size === 0;
    },
    stop: () => pacer.stop(),
  };
}

const asAdmin = (userId: string): Admin => ({ kind: 'user', userId, via: 'invitation', isAnonymous: false });

const adminsTouchedBy = (change: Change): Admin[] => (change.type === 'admin-removed' ? [change.admin] : []);
