/** A browser's cookie jar as a header: cookies that an answer sets are added, cookies that it deletes are removed. */
export function keepCookies(jar: string, lines: readonly string[]): string {
  const cookies = new Map(jar.split('; ').map((pair) => [nameOf(pair), pair]));
  for (const line of lines) {
    const [pair = ''] = line.split(';');
    if (/Max-Age=0/i.test(line)) cookies.delete(nameOf(pair));
    else cookies.set(nameOf(pair), pair);
  }
  cookies.delete('');
  return [...cookies.values()].join('; ');
}

/** Empty when the jar has no such cookie. */
export function cookieNamed(jar: string, name: 'session_token' | 'device'): string {
  const pair = jar.split('; ').find((each) => nameOf(each).endsWith(`pushoff.${name}`));
  return decodeURIComponent(pair?.slice(pair.indexOf('=') + 1) ?? '');
}

export const sessionIn = (jar: string): string => cookieNamed(jar, 'session_token');

const nameOf = (pair: string): string => pair.split('=', 1)[0]!;
