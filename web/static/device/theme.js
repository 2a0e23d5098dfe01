// Light or dark, and the island painted or by its signs, before anything is drawn: as chosen on this device,
// else as the device is. No module, so that it runs at once. Whoever changes a choice sends the document a
// "theme" event.

(() => {
  const isDark = matchMedia("(prefers-color-scheme: dark)");
  const isPlain = matchMedia("(prefers-contrast: more)");

  /**
   * @param {string} name
   * @param {string[]} choices
   */
  function chosen(name, choices) {
    // Some browsers keep nothing for a page, and say so by an error.
    try {
      return choices.find((each) => each === localStorage.getItem(`companion.${name}`));
    } catch {
      return undefined;
    }
  }

  function apply() {
    const { dataset } = document.documentElement;
    dataset.theme = chosen("theme", ["light", "dark"]) ?? (isDark.matches ? "dark" : "light");
    dataset.island = chosen("island", ["painted", "signs"]) ?? (isPlain.matches ? "signs" : "painted");
  }

  isDark.addEventListener("change", apply);
  isPlain.addEventListener("change", apply);
  document.addEventListener("theme", apply);
  apply();
})();
