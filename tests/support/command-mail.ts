import { invitationMailOf } from '../../src/server/invitations/invitation-mail.ts';

/** For a command store whose mails nobody delivers. */
export const commandMail = {
  invitations: invitationMailOf({ publicUrl: 'https://timing.example.org', secret: 'x' }),
  onMailQueued: () => {},
};
