import { Navigate } from 'react-router';
import { refreshBoot } from '../session/boot.ts';
import { useViewer } from '../session/viewer.ts';
import { useIsOnline } from './connectivity.ts';
import { lazyScreen } from './lazy-screen.ts';
import { Screen } from './screen.tsx';

const operator = lazyScreen(() => import('../features/operator/operator-page.tsx').then((m) => m.OperatorPage));

/** The server then says who the viewer is, and one who is no operator any more leaves. */
const askWhoIsLooking = () => void refreshBoot();

/** For other viewers this page does not exist, and they do not download it. */
export function OperatorRoute() {
  const viewer = useViewer();
  const isOnline = useIsOnline();
  if (viewer.kind !== 'user' || viewer.isOperator !== true) return <Navigate to="/landing" replace />;
  return (
    <Screen title="Operator">
      <operator.Screen isOnline={isOnline} onGone={askWhoIsLooking} />
    </Screen>
  );
}
