import { logout } from '../session/sign-in.ts';
import { useAction } from '../session/use-action.ts';
import { forgetDraftsOfTab } from '../session/use-draft.ts';
import { useSync } from '../sync/use-sync.ts';
import { useAlert } from '../ui/alert-dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { counted } from '../../domain/language.ts';
import { forgetRuns } from './telemetry.ts';

export function useSignOut(): { readonly isSigningOut: boolean; readonly signOut: () => void } {
  const sync = useSync();
  const { confirm } = useAlert();
  const { isBusy, run } = useAction(async () => {
    const answer = await logout();
    if (answer.ok) {
      forgetDraftsOfTab();
      await sync?.forgetCaches();
      await forgetRuns();
    }
    if (!answer.ok) showToast(`You’re still signed in. ${answer.error.message}`, { tone: 'bad' });
    return answer;
  });
  const signOut = async () => {
    const waiting = sync?.status.getSnapshot().unsynced ?? 0;
    const isSure =
      waiting === 0 ||
      (await confirm({
        title: 'Not everything is on the server',
        message: `${counted(waiting, 'change', 'changes')} still wait on this device. They stay here for your account, and this device sends them when you log in on it again.`,
        confirmLabel: 'Log out anyway',
      }));
    if (isSure) await run();
  };
  return { isSigningOut: isBusy, signOut: () => void signOut() };
}
