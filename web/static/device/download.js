// Saves a file that the page has made on the device.

/** How long the browser may take to begin saving, in milliseconds. */
const SAVE_MS = 10_000;

/**
 * Saves a file on the device. Returns false, so that the dialog of the calling action stays open.
 *
 * @param {File} file
 */
export function downloadFile(file) {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  [link.href, link.download] = [url, file.name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SAVE_MS);
  return false;
}
