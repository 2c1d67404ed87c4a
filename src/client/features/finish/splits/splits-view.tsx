import { useEffect, useState } from 'react';
import type { Line } from '../../../../domain/model/lines.ts';
import { readPoints } from '../../../../domain/results/split-board.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { askForPost } from '../../../event/helpers/posts.ts';
import { changeAddress, useInAddress } from '../../../event/in-address.ts';
import type { TimerViewProps } from '../../../event/view-list.ts';
import { ViewPage } from '../../../event/view-page.tsx';
import { PointRanking } from './point-ranking.tsx';
import { PointsDialog } from './points-dialog.tsx';
import { SplitTiming } from './split-timing.tsx';

/** The points between start and finish: a ranking at each, and a phone's way to time one. */
export function SplitsView({ open, onClose }: TimerViewProps) {
  const { event } = open;
  // In the address: a reload on the course must not lead away from the buttons.
  const timed = useInAddress('point');
  const setTimed = (point: Line | null) => changeAddress({ point }, 'replaceState');
  const [isArranging, setIsArranging] = useState(false);
  const boards = readPoints(event);
  const board = boards.find(({ point }) => point.line === timed);
  const mayArrange = open.may('configure');
  const isGone = timed !== null && board === undefined;
  useEffect(() => {
    if (isGone) askForPost(timed);
  }, [isGone, timed]);

  if (board !== undefined) return <SplitTiming open={open} board={board} onClose={() => setTimed(null)} />;
  return (
    <ViewPage
      title="Splits"
      name={event.name}
      onClose={onClose}
      tools={
        mayArrange && boards.length > 0 && <Button onClick={() => setIsArranging(true)}>Points of the course</Button>
      }
    >
      {boards.length === 0 ? (
        <EmptyState
          title="No points on the course yet"
          action={
            mayArrange && (
              <Button variant="primary" size="lg" onClick={() => setIsArranging(true)}>
                Add a point
              </Button>
            )
          }
        >
          {mayArrange
            ? 'Name a place between start and finish. A phone there times each racer who passes.'
            : 'The owner of the event names the places between start and finish.'}
        </EmptyState>
      ) : (
        <Tabs
          // A tab of a point that was removed would leave the page empty.
          key={boards.map(({ point }) => point.line).join(' ')}
          label="Points of the course"
          tabs={boards.map(({ point, ...rest }) => ({
            id: point.line,
            label: <bdi>{point.name}</bdi>,
            content: <PointRanking event={event} board={{ point, ...rest }} onTime={() => setTimed(point.line)} />,
          }))}
        />
      )}
      {isArranging && <PointsDialog open={open} onClose={() => setIsArranging(false)} />}
    </ViewPage>
  );
}
