/** Chromium's picker gives handles, which last beyond the page; other browsers have the plain one. */
interface PickingWindow {
  showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>;
}

/** Must be called from a press. Nothing chosen is an empty list. */
export async function pickFiles(isMany: boolean): Promise<readonly (File | FileSystemFileHandle)[]> {
  const picking = window as unknown as PickingWindow;
  if (picking.showOpenFilePicker) {
    try {
      return await picking.showOpenFilePicker({ multiple: isMany });
    } catch (problem) {
      if (problem instanceof DOMException && problem.name === 'AbortError') return [];
    }
  }
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = isMany;
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
