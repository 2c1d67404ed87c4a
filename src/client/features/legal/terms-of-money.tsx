import { CREDIT_PACKAGES, EVENT_COST, RACER_COST, WELCOME_CREDITS } from '../../../domain/credits/prices.ts';
import type { Site } from '../../../protocol/account.ts';
import type { LegalSection } from './legal-page.tsx';
import { Mailbox } from './mailbox.tsx';

export const termsOfMoney = (site: Site): readonly LegalSection[] => [
  {
    id: 'credits',
    title: 'Credits',
    body: (
      <>
        <p>
          Pushoff is paid for with credits. A new racer in your list costs <strong>{RACER_COST} credits</strong>, a new
          event <strong>{EVENT_COST} credits</strong>; a duplicate of an event is a new event. Adding a racer to an
          event, timing, sharing and exporting cost nothing. The account that creates is the account that pays.
        </p>
        <ul>
          <li>
            A new account receives <strong>{WELCOME_CREDITS} welcome credits</strong>, once per person and mailbox. They
            are a gift and are never paid out.
          </li>
          <li>
            More credits come in packages, paid by card: {describePackages()}. The price that you see before you pay is
            the price that you pay.
          </li>
          <li>
            Credits are added to your balance when the card payment provider has confirmed the payment to us. Your card
            details go to that provider, never to our server. You receive a receipt by mail, and can download it again
            from the credit history on your account page.
          </li>
          <li>
            A checkout that says <strong>test mode</strong> charges no card and takes none but test numbers. Credits
            from it are for trying Pushoff out, and cannot be returned for money.
          </li>
          <li>
            Credits have <strong>no cash value</strong>. They cannot be sold, passed on to another account, or exchanged
            for money except as a refund below. They do not expire while your account exists.
          </li>
          <li>
            An event created without signal is accepted even if your credits turn out to be too few: its times are
            stored, and sharing waits until it is paid.
          </li>
        </ul>
        <p>If costs change, the new ones apply to what you create afterwards, not to what you have already paid for.</p>
      </>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds',
    body: (
      <>
        <p>
          You can return a package within <strong>14 days</strong> of buying it, as long as none of its credits have
          been used: write to <Mailbox address={site.supportEmail} /> from the address of your account, and the amount
          goes back to the card it came from and the credits are taken out of your balance. Credits are used in the
          order in which you received them, the welcome credits first.
        </p>
        <p>
          Credits that were charged by a fault of ours are given back, and a payment for which no credits arrived is put
          right or refunded, whenever you tell us. Rights that the law gives you as a consumer are not touched by this.
        </p>
      </>
    ),
  },
];

function describePackages(): string {
  const offers = CREDIT_PACKAGES.map(({ amount, priceUsd }) => `${amount} for $${priceUsd}`);
  return `${offers.slice(0, -1).join(', ')} or ${offers.at(-1) ?? ''}`;
}
