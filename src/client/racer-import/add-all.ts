/** Adds one after the other, in the order of the list. A failure does not stop the others; returns the failed ones. */
export async function addAll<Item>(
  items: readonly Item[],
  add: (item: Item) => Promise<void>,
  onProgress: (done: number) => void,
): Promise<Item[]> {
  const failed: Item[] = [];
  for (const [index, item] of items.entries()) {
    try {
      await add(item);
    } catch {
      failed.push(item);
    }
    onProgress(index + 1);
  }
  return failed;
}
