const HIDDEN = '…';

/** Hides an address: 'ada@example.org' becomes 'a…@example.org'. */
export function hideAddress(email: string): string {
  return `${Array.from(email)[0] ?? ''}${HIDDEN}${email.slice(email.lastIndexOf('@'))}`;
}

export const isHiddenAddress = (email: string): boolean => email.includes(HIDDEN);
