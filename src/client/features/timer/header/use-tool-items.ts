import { useState } from 'react';
import { stopNow } from '../../../../domain/model/stops.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { askToStop } from '../../../event/stop-race.ts';
import { useView } from '../../../event/in-address.ts';
import { allow, tools, type Tool } from '../../../event/view-list.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import type { MenuItem } from '../../../ui/menu.tsx';

/** Fewer racers than this are seen at a glance, and their event needs fewer tools. */
const SMALL = 8;

export interface ToolItems {
  readonly items: readonly MenuItem[];
  /** Makes the menu of a small event short again. */
  readonly onClose: () => void;
}

/** The event's tools by the time of the day at which they are needed. */
export function useToolItems(open: OpenEvent): ToolItems {
  const { event } = open;
  const alerts = useAlert();
  const view = useView();
  const [areAll, setAll] = useState(false);
  const racers = Object.values(event.entries).filter(({ removed }) => !removed).length;

  async function stop(): Promise<void> {
    if (await askToStop(open, alerts)) view.open('stop');
  }

  function itemOf({ label, views }: Tool): MenuItem {
    const { id } = views[0]!;
    if (id !== 'stop') return { label, onSelect: () => view.open(id) };
    if (stopNow(event) !== null) return { label: 'Race stopped', danger: true, onSelect: () => view.open(id) };
    return { label, danger: true, onSelect: () => void stop() };
  }

  let isShort = false;
  const list = (heading: string, of: readonly Tool[]): MenuItem[] => {
    const allowed = of.flatMap((tool) => allow(tool, open) ?? []);
    const shown = allowed.filter(({ isUsed }) => areAll || racers >= SMALL || isUsed?.(event) !== false);
    isShort ||= shown.length < allowed.length;
    return shown.length === 0 ? [] : [{ heading }, ...shown.map(itemOf)];
  };
  const items = [...list('Before', tools.before), ...list('Now', tools.now), ...list('After', tools.after)];
  if (isShort) items.push({ label: 'More tools', keepsOpen: true, onSelect: () => setAll(true) });
  return { items, onClose: () => setAll(false) };
}
