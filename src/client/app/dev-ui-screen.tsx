import { TooltipProvider } from '../ui/tooltip.tsx';
import { DevUi } from './dev-ui.tsx';

/** Apart from the screens: through this page tooltips would come into every first load. */
export function DevUiScreen() {
  return (
    <TooltipProvider>
      <DevUi />
    </TooltipProvider>
  );
}
