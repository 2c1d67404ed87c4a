import { Button } from '../../../../ui/button.tsx';
import { CheckIcon } from '../../../../ui/icons.tsx';
import { Menu } from '../../../../ui/menu.tsx';
import { MoreIcon } from '../../../../ui/tool-icons.tsx';
import { atFinishLine } from '../finishes/finish-line.ts';
import { sound } from '../taps/tap-feedback.ts';
import { timerViews } from '../../views/timer-views.ts';
import { useView } from '../../views/use-view.ts';
import { useSwitch } from '../use-switch.ts';

/** Settings of this device and help: everything that is not needed for every tap. */
export function MoreMenu({ onKeys }: { readonly onKeys: () => void }) {
  const view = useView();
  const hasSound = useSwitch(sound);
  const isAtFinish = useSwitch(atFinishLine);
  return (
    <Menu
      label="More"
      trigger={
        <Button variant="quiet" className="px-3!">
          <MoreIcon />
        </Button>
      }
      items={[
        {
          label: hasSound ? 'Sound on Start and Finish: on' : 'Sound on Start and Finish: off',
          icon: <Tick isOn={hasSound} />,
          onSelect: () => sound.set(!hasSound),
        },
        {
          label: isAtFinish ? 'At the finish only: on' : 'At the finish only: off',
          icon: <Tick isOn={isAtFinish} />,
          onSelect: () => atFinishLine.set(!isAtFinish),
        },
        'separator',
        ...timerViews.map(({ id, label }) => ({ label, onSelect: () => view.open(id) })),
        { label: 'Keyboard', onSelect: onKeys },
      ]}
    />
  );
}

function Tick({ isOn }: { readonly isOn: boolean }) {
  return <CheckIcon className={`size-5 ${isOn ? '' : 'invisible'}`} />;
}
