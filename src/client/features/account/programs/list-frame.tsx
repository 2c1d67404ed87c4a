import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { LoadingRegion } from '../../../ui/skeleton.tsx';
import type { ListState } from './use-list.ts';

interface ListFrameProps {
  readonly of: Pick<ListState<unknown>, 'list' | 'error' | 'isBusy' | 'load'>;
  readonly loadingLabel: string;
  readonly children: ReactNode;
}

/** What stands around a list of the account: why it is not there, or that it is on its way. */
export function ListFrame({ of: { list, error, isBusy, load }, loadingLabel, children }: ListFrameProps) {
  return (
    <div className="flex flex-col gap-6">
      {error && (
        <Notice tone="bad">
          <p>{error.message}</p>
          {list === null && (
            <Button className="mt-3" busy={isBusy} onClick={load}>
              Try again
            </Button>
          )}
        </Notice>
      )}
      {list === null && error === null && <LoadingRegion label={loadingLabel} bars={['h-24 w-full']} />}
      {children}
    </div>
  );
}
