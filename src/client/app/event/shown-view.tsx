import type { ReactNode } from 'react';
import { ArrivingView } from '../../event/arriving-view.tsx';
import { findTool, type TimerViewProps, type ViewId } from '../../event/view-list.ts';
import { parts } from './timer-views.ts';
import { ToolPage } from './tool-page.tsx';

export interface ShownViewProps extends TimerViewProps {
  /** Id of the view in the address. */
  readonly id: string;
  /** Shown for a view that does not exist, or that this reader may not open. */
  readonly board: ReactNode;
}

/** The list of the views is loaded with the first of them: the board needs none. */
export function ShownView({ id, board, ...props }: ShownViewProps) {
  const tool = findTool(id, props.open);
  if (tool === null) return board;
  const viewId = id as ViewId;
  if (tool.hasSections) return <ToolPage key={tool.label} tool={tool} id={viewId} {...props} />;
  const { Part } = parts[viewId];
  const { event } = props.open;
  return <Part {...props} waiting={<ArrivingView event={event} title={tool.label} onClose={props.onClose} />} />;
}
