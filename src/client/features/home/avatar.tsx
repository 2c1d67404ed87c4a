import { IDENTICON_SIZE, identiconOf } from './identicon.ts';

/** One cell of air around the grid. */
const VIEW_BOX = `-1 -1 ${IDENTICON_SIZE + 2} ${IDENTICON_SIZE + 2}`;

/** Says nothing that the name beside it does not say, so screen readers pass over it. */
export function Avatar({ email, className }: { readonly email: string; readonly className: string }) {
  const { hue, cells } = identiconOf(email);
  return (
    <svg viewBox={VIEW_BOX} aria-hidden="true" shapeRendering="crispEdges" className={`bg-soft ${className}`}>
      {cells.map(({ x, y }) => (
        <rect key={`${x},${y}`} x={x} y={y} width={1} height={1} fill={`oklch(0.62 0.15 ${hue})`} />
      ))}
    </svg>
  );
}
