import { randomUUID } from 'node:crypto';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { runPaths } from '../../src/telemetry/protocol/runs.ts';
import { addRacers, batchOf, createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { newPerson } from '../support/people.ts';
import { createClient, type TestClient } from '../support/running-server.ts';
import type { Cluster } from '../cluster/two-nodes.ts';

/**
 * A new user on each node, whose actions touch most tables and continue on the next node with the same cookie: a
 * migration that breaks the release before shows here. Returns the number of calls.
 */
export async function visitNodes({ nodes, nginx }: Cluster, surprises: string[]): Promise<number> {
  const { origin } = new URL(nginx.url);
  let calls = 0;
  for (const [index, node] of nodes.entries()) {
    const clients = [createClient(node.url), createClient(nodes[(index + 1) % nodes.length]!.url)];
    const person = newPerson();
    const { email, password } = person;
    const [eventId, racerId, copyId] = [randomUUID(), randomUUID(), randomUUID()];
    const batches = [
      [createEvent(eventId), createRacer(racerId), addRacers(eventId, racerId), tap(eventId, 'start', racerId)],
      [
        tap(eventId, 'finish', racerId),
        eventCommand(eventId, { type: 'event.configure', initialsOnly: true }),
        eventCommand(eventId, { type: 'group.share' }),
        eventCommand(eventId, { type: 'keys.rotate', which: 'viewer' }),
        eventCommand(copyId, { type: 'event.duplicate', sourceId: eventId }),
      ],
    ];
    const [here, there] = clients as [TestClient, TestClient];
    const expectStatus = (what: string, status: number) => {
      calls += 1;
      if (status >= 400) surprises.push(`${what} on node ${index + 1}: ${status}`);
    };
    expectStatus('sign-up', (await here.post(api.signUp, person, { origin })).status);
    expectStatus('login', (await here.post(api.login, { email, password }, { origin })).status);
    there.cookie = here.cookie;
    for (const [turn, batch] of batches.entries()) {
      const { status, body } = await clients[turn]!.post<CommandAnswers>(api.commands, batchOf(...batch), { origin });
      expectStatus('commands', status);
      const left = body.answers?.filter((answer) => answer.status !== 'accepted') ?? [];
      if (left.length > 0) surprises.push(`commands on node ${index + 1}: ${JSON.stringify(left)}`);
    }
    for (const client of clients) {
      for (const path of [api.account, api.event.replace(':eventId', eventId), runPaths.runs, api.accountData]) {
        expectStatus(path, (await client.get(path)).status);
      }
    }
    expectStatus('deletion', (await there.post(api.deleteAccount, { password }, { origin })).status);
  }
  return calls;
}
