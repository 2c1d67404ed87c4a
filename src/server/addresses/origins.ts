export function isOwnOrigin(header: (name: string) => string | undefined, publicUrl: string): boolean {
  const origin = header('origin');
  const isOurs = origin === undefined || origin === publicUrl || isSameHost(origin, header('host'), publicUrl);
  return isOurs && header('sec-fetch-site') !== 'cross-site';
}

/** By another name too, such as an address in the local network. Over http anybody can be the host of a site that is https. */
function isSameHost(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const named = new URL(origin);
  const isWeaker = publicUrl.startsWith('https:') && named.protocol !== 'https:';
  return named.host === host && !isWeaker;
}
