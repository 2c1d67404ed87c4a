import type { NewMail } from '../storage/mail.ts';
import { lines } from '../words/plain-words.ts';

/** For the operator, who has set the server up in English. */
export function adminNotice(admin: string, user: { email: string; username: string; accepted: boolean }): NewMail {
  return {
    to: admin,
    subject: 'New user signup!',
    text: lines(
      `A new user has signed up: ${user.email}`,
      `Username: ${user.username === '' ? '(none given)' : JSON.stringify(user.username)}`,
      user.accepted
        ? 'The account is open.'
        : `The account waits for you. To open it: npm run admin -- accept ${user.email}`,
    ),
  };
}
