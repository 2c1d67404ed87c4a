import { word } from '../../domain/language.ts';
import type { NewMail } from '../storage/mail.ts';
import { greet } from './account-mail.ts';
import type { NewsText } from './news-texts.ts';
import { above, lines } from './plain-words.ts';

/**
 * Asks a mailbox whether it wants the messages. Until its reader presses the button, nothing else is sent to it. It holds no
 * word that anybody has typed: it goes to whatever address was typed.
 */
export function confirmationMail(to: string, links: { readonly confirm: string; readonly stop: string }): NewMail {
  return {
    to,
    subject: 'Do you want messages about a race?',
    text: lines(
      greet(),
      'Someone asked us to email this address about a race, or about one of its racers.',
      above('If that was you, press the button on this page. The link works for seven days:', links.confirm),
      'If it wasn’t you, ignore this. You won’t hear from us again.',
      above('Don’t email me again:', links.stop),
    ),
    unsubscribe: links.stop,
  };
}

export function newsMail(
  { title, body }: NewsText,
  links: { readonly board: string; readonly stop: string },
): { readonly subject: string; readonly text: string; readonly unsubscribe: string } {
  return {
    subject: title,
    text: lines(
      [title, body].join('\n'),
      above('See the leaderboard for places:', links.board),
      above('Stop these emails:', links.stop),
    ),
    unsubscribe: links.stop,
  };
}

/** The button below a push message. */
export const nameStop = (): string => word('Stop', 'these messages');
