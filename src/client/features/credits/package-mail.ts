import type { CreditPackage } from '../../../domain/credits/prices.ts';

export interface PackageMail {
  readonly supportEmail: string;
  readonly accountEmail: string;
  readonly creditPackage: CreditPackage;
}

/** Names the account in the text: the mail may well be sent from another address. */
export function packageMailLink({ supportEmail, accountEmail, creditPackage }: PackageMail): string {
  const { amount, priceUsd } = creditPackage;
  const subject = `${amount} credits for $${priceUsd}`;
  const body = `I would like to buy ${amount} credits for $${priceUsd}.\nMy account: ${accountEmail}\n`;
  return `mailto:${supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
