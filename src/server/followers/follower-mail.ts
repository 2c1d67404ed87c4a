import { GREETING, lines } from '../mail/texts.ts';
import type { NewMail } from '../storage/mail.ts';
import type { NewsText } from './news-texts.ts';

/**
 * Asks a mailbox whether it wants the messages. Until its reader presses the button, nothing else is sent to it. It holds no
 * word that anybody has typed: it goes to whatever address was typed.
 */
export function confirmationMail(to: string, links: { readonly confirm: string; readonly stop: string }): NewMail {
  return {
    to,
    subject: 'Do you want messages about a race?',
    text: lines(
      GREETING,
      'Somebody asked us to write to this address about a race, or about one of its racers.',
      `If that was you, press the button on this page. The link works for seven days:\n${links.confirm}`,
      'If it was not you, do nothing: we do not write about it again.',
      `Do not write to me again:\n${links.stop}`,
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
    text: lines(`${title}\n${body}`, `The board:\n${links.board}`, `Stop these mails:\n${links.stop}`),
    unsubscribe: links.stop,
  };
}
