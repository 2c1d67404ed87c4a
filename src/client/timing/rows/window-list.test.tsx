import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { epochMs } from '../../../domain/units.ts';
import { RenderedAtContext } from '../clocks/rendered-at.ts';
import { WindowList } from './window-list.tsx';

const ROWS = Array.from({ length: 600 }, (_, index) => `Racer ${index}`);

const render = (at: number | null) =>
  renderToStaticMarkup(
    <RenderedAtContext value={at === null ? null : epochMs(at)}>
      <WindowList label="Finished" rows={ROWS} keyOf={(name) => name}>
        {(name) => name}
      </WindowList>
    </RenderedAtContext>,
  );

test('[V28] a long list that the server renders has 500 rows, of which a phone lays out those near the screen', () => {
  const page = render(1_800_000_000_000);
  expect(page.match(/<li/g)).toHaveLength(500);
  expect(page.match(/content-visibility:auto/g)).toHaveLength(500);
});

test('a long list that the browser renders has the rows near the screen alone', () => {
  const list = render(null);
  expect(list.match(/<li/g)).toHaveLength(12);
  expect(list).not.toContain('content-visibility');
});
