import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, CommandAnswer, CommandAnswers } from '../../src/protocol/commands.ts';
import { type ErrorAnswer, type ErrorCode, isErrorCode } from '../../src/protocol/errors.ts';
import type { AccountSnapshot } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import { batchOf } from '../support/commands.ts';
import { keepCookies } from '../support/cookies.ts';
import type { KillableServer } from './killable-server.ts';

const ANSWER_MS = 30_000;
const PATIENCE_MS = 180_000;
const AGAIN_MS = 60;

/** The calls between the clients and the server. */
export interface Traffic {
  readonly server: KillableServer;
  inFlight: number;
  /** Calls that were sent and never answered. */
  unanswered: number;
  /** Answers that a server should not have to give. */
  readonly broken: string[];
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** One browser: it keeps its cookie, and repeats unanswered calls. */
export class Caller {
  cookie = '';
  private readonly traffic: Traffic;
  private readonly address: string;

  constructor(traffic: Traffic, address: string) {
    this.traffic = traffic;
    this.address = address;
  }

  post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
    this.untilAnswered(`POST ${path}`, () => this.attempt('POST', path, body, headers));
  get = (path: string): Promise<Reply> => this.untilAnswered(`GET ${path}`, () => this.attempt('GET', path));

  /** Undefined when there was no answer: the call may or may not have been carried out. */
  postOnce = (path: string, body: unknown): Promise<Reply | undefined> => this.attempt('POST', path, body);

  readAccount = async (): Promise<AccountSnapshot> => (await this.get(api.account)).body as AccountSnapshot;

  /** Sends a command until it is accepted or refused for good. */
  async send(command: Command): Promise<Exclude<CommandAnswer, { status: 'later' }>> {
    return this.untilAnswered(`the command '${command.type}'`, async () => {
      const reply = await this.postOnce(api.commands, batchOf(command));
      if (reply === undefined) return undefined;
      if (reply.status !== 200) throw new Error(`Commands were refused: ${JSON.stringify(reply.body)}`);
      const answer = (reply.body as CommandAnswers).answers[0];
      if (answer?.id !== command.id) throw new Error(`${command.id} was answered with ${JSON.stringify(answer)}`);
      return answer.status === 'later' ? undefined : answer;
    });
  }

  private async untilAnswered<Answer>(call: string, attempt: () => Promise<Answer | undefined>): Promise<Answer> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await attempt();
      if (answer !== undefined) return answer;
      if (Date.now() > deadline) throw new Error(`${call} had no answer for ${PATIENCE_MS / 1000} s`);
      await sleep(AGAIN_MS);
    }
  }

  private async attempt(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Reply | undefined> {
    const { traffic } = this;
    const url = traffic.server.url();
    if (url === undefined) return undefined;
    traffic.inFlight += 1;
    let status: number;
    let text: string;
    try {
      const response = await fetch(url + path, {
        method,
        headers: { 'content-type': 'application/json', cookie: this.cookie, 'x-forwarded-for': this.address, ...more },
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      text = await response.text();
      status = response.status;
      this.cookie = keepCookies(this.cookie, response.headers.getSetCookie());
    } catch {
      traffic.unanswered += 1;
      return undefined;
    } finally {
      traffic.inFlight -= 1;
    }
    if (status < 500) return { status, body: JSON.parse(text) };
    traffic.broken.push(`${method} ${path} was answered with ${status}: ${text.slice(0, 200)}`);
    return undefined;
  }
}

/** Why a call was refused. */
export function codeOf({ body }: Reply): ErrorCode | undefined {
  const code: unknown = (body as Partial<ErrorAnswer>).error?.code;
  return isErrorCode(code) ? code : undefined;
}
