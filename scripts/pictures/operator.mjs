import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../lib/project.mjs';

/** @typedef {import('./camera.mjs').Camera} Camera */

export const OPERATOR = 'operator@example.org';
const MAIL_MS = 20_000;

/**
 * The operator's own page, as docs/guide/operators.md shows it.
 * @param {Camera} camera
 * @param {string} folder the data folder of the server, where mails are files
 */
export async function photographOperator({ openPhone, take }, folder) {
  const page = await openPhone();
  const password = randomUUID();
  await page.goto('/login?signup=true');
  await page.getByLabel('Username').fill('Operator');
  await page.getByLabel('Email').fill(OPERATOR);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await page.getByLabel('Email').fill(OPERATOR);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/homepage');
  await page.goto(await findConfirmation(folder));
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();
  await page.goto('/operator');
  await page.getByRole('heading', { name: 'Open sockets' }).waitFor();
  await take(page, 'operator');
}

/** @param {string} folder */
async function findConfirmation(folder) {
  const deadline = Date.now() + MAIL_MS;
  while (Date.now() < deadline) {
    const mails = readdirSync(join(folder, 'mail')).map((name) => readFileSync(join(folder, 'mail', name), 'utf8'));
    const mail = mails.find((text) => text.includes(`To: ${OPERATOR}`) && text.includes('/verify-email'));
    const [link] = /https?:\/\/\S+\/verify-email\S*/.exec(mail ?? '') ?? [];
    if (link !== undefined) return link;
    await sleep(50);
  }
  throw new Refusal('The mail that confirms the address of the operator did not come.');
}
