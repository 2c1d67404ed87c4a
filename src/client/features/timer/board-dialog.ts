import type { Line } from '../../../domain/model/lines.ts';

export type SimpleDialog = 'add' | 'invite' | 'history' | 'settings' | 'keys' | 'change' | 'duplicate' | 'look';

export type BoardDialog =
  | { readonly kind: SimpleDialog }
  | { readonly kind: 'racer'; readonly racerId: string }
  | { readonly kind: 'readings'; readonly racerId: string; readonly line: Line }
  | { readonly kind: 'give'; readonly tapId: string };
