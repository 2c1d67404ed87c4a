import { logout } from '../session/sign-in.ts';
import { useAction } from '../session/use-action.ts';
import { showToast } from '../ui/toast.tsx';

export interface SignOut {
  readonly isSigningOut: boolean;
  readonly signOut: () => void;
}

export function useSignOut(): SignOut {
  const { isBusy, run } = useAction(async () => {
    const answer = await logout();
    if (!answer.ok) showToast(`You are still signed in. ${answer.error.message}`, { tone: 'bad' });
    return answer;
  });
  return { isSigningOut: isBusy, signOut: () => void run() };
}
