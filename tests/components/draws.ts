/** What React drew: names of components, with the racer whose row it is. Installed before React is loaded. */
export interface Draw {
  readonly component: string;
  readonly racerId: string | null;
}

interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly memoizedProps: {
    readonly entry?: { racerId: string };
    readonly racer?: { entry?: { racerId: string } };
  } | null;
}

/** React's own mark of a component that it has called in this commit. */
const PERFORMED_WORK = 1;

let commits: Draw[][] = [];

type Hook = { onCommitFiberRoot?: (id: number, root: { current: Fiber }, ...more: unknown[]) => void };
const holder = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: Hook };
const hook = (holder.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  isDisabled: false,
  supportsFiber: true,
  renderers: new Map(),
  inject: () => 1,
  onCommitFiberUnmount: () => undefined,
} as Hook);
const before = hook.onCommitFiberRoot;
hook.onCommitFiberRoot = (id, root, ...more) => {
  before?.call(hook, id, root, ...more);
  const drawn: Draw[] = [];
  read(root.current, drawn);
  commits.push(drawn);
};

function read(fiber: Fiber, drawn: Draw[]): void {
  const { type, alternate, flags, memoizedProps: props } = fiber;
  // What `memo` wraps is a function below it, and is counted there.
  if (typeof type === 'function' && (flags & PERFORMED_WORK) !== 0) {
    drawn.push({ component: type.name, racerId: props?.entry?.racerId ?? props?.racer?.entry?.racerId ?? null });
  }
  // A part that was left alone still has the children of the last draw.
  if (alternate !== null && alternate.child === fiber.child) return;
  for (let child = fiber.child; child !== null; child = child.sibling) read(child, drawn);
}

/** What was drawn since the last call, commit by commit. */
export function takeDraws(): readonly (readonly Draw[])[] {
  const taken = commits;
  commits = [];
  return taken;
}
