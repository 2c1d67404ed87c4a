import { TooltipProvider } from '../ui/tooltip.tsx';
import { Buttons, Fields, Notices } from '../ui/samples/control-samples.tsx';
import { Dialogs, Toasts } from '../ui/samples/dialog-samples.tsx';
import { Colours, Type } from '../ui/samples/foundation-samples.tsx';
import { Lists, Waiting } from '../ui/samples/list-samples.tsx';
import { MenusAndTooltips } from '../ui/samples/menu-samples.tsx';

/** Apart from the screens: through this page tooltips would come into every first load. */
export function DevUiScreen() {
  return (
    <TooltipProvider>
      <DevUi />
    </TooltipProvider>
  );
}

/** Every component of the design language, in every variant and state. Mounted at /dev/ui in development only. */
function DevUi() {
  return (
    <div className="page py-10">
      <h1 className="heading text-44 sm:text-76">Design language</h1>
      <p className="mt-3 text-20 text-ink-2">Every component, every state. Switch the system to dark and look again.</p>
      <Colours />
      <Type />
      <Buttons />
      <Fields />
      <Notices />
      <Toasts />
      <Dialogs />
      <MenusAndTooltips />
      <Lists />
      <Waiting />
    </div>
  );
}
