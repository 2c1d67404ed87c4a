/** Hides an address: 'ada@example.org' becomes 'a…@example.org'. */
export function hideAddress(email: string): string {
  return `${Array.from(email)[0] ?? ''}…${email.slice(email.lastIndexOf('@'))}`;
}
