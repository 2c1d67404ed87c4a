import { TooltipProvider } from '../ui/tooltip.tsx';
import { DevUi } from './dev-ui.tsx';

/** Apart from the screens, so that tooltips do not come into everybody's first load through this page. */
export function DevUiScreen() {
  return (
    <TooltipProvider>
      <DevUi />
    </TooltipProvider>
  );
}
