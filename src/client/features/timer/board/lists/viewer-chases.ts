import { useEffect } from 'react';
import type { EventState } from '../../../../../domain/events/state.ts';
import type { OnCourseProps } from './on-course.tsx';
import { useChases } from './use-chases.ts';

export interface ViewerChasesProps {
  readonly event: EventState;
  readonly onChases: (chases: OnCourseProps['chases']) => void;
}

/** The standing of racers on course, for viewers: loaded only where an event has points between start and finish. */
export function ViewerChases({ event, onChases }: ViewerChasesProps) {
  const chases = useChases(event);
  useEffect(() => onChases(chases), [chases, onChases]);
  return null;
}
