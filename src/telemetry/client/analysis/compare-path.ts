export function comparePath(runId: string, otherId: string): string {
  return `/analysis/${encodeURIComponent(runId)}?with=${encodeURIComponent(otherId)}`;
}
