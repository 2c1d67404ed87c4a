import { createECDH, hkdfSync } from 'node:crypto';

/** Keys by which push services recognise this installation (RFC 8292), base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * Keys are derived from SECRET, which all nodes share and every backup plan already names. With another SECRET the
 * subscriptions of all browsers end, like sessions and mailed links.
 */
export function deriveVapidKeys(secret: string): VapidKeys {
  for (let count = 0; ; count += 1) {
    const privateKey = Buffer.from(hkdfSync('sha256', secret, '', `pushoff vapid ${count}`, 32));
    const curve = createECDH('prime256v1');
    try {
      curve.setPrivateKey(privateKey);
    } catch {
      // One in four billion values is no number of the curve's order.
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
  }
}
