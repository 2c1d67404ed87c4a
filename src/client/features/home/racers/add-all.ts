/** One after the other, as they stand in the list. One that fails takes no other with it; returns those that failed. */
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
