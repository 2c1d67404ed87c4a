import type { SignedInViewer } from '../../../protocol/account.ts';

export function displayNameOf({ username, name, email }: Pick<SignedInViewer, 'username' | 'name' | 'email'>): string {
  return username.trim() || name.trim() || email;
}
