import { expect } from 'vitest';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { batchOf } from './commands.ts';
import type { TestClient } from './running-server.ts';

/** Sends commands of this release that a test has no doubt about: a refusal fails here, and not where it is missed. */
export async function sendAccepted(client: TestClient, ...commands: readonly Command[]): Promise<void> {
  const batch = { ...batchOf(...commands), schema: SCHEMA_VERSION };
  const { body } = await client.post<CommandAnswers>(api.commands, batch);
  expect(body.answers.map(({ status }) => status)).toEqual(commands.map(() => 'accepted'));
}
