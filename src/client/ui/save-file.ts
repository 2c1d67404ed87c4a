/** Safari on iPhones reads the address only after the reader has agreed to the download. */
const READ_WITHIN_MS = 60_000;

/** Gives a text, or data downloaded already, to the browser as a file. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS);
}
