export function isOwnOrigin(header: (name: string) => string | undefined, publicUrl: string): boolean {
  const origin = header('origin');
  const isOurs = origin === undefined || origin === publicUrl || isSameHost(origin, header('host'), publicUrl);
  return isOurs && header('sec-fetch-site') !== 'cross-site';
}

/**
 * The host may have another name, such as an address in the local network. The scheme must match: over http, an
 * attacker on the network can pose as the host of an https site.
 */
function isSameHost(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const named = new URL(origin);
  const isWeaker = publicUrl.startsWith('https:') && named.protocol !== 'https:';
  return named.host === host && !isWeaker;
}
