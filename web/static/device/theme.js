// Sets the theme and the look of the island before anything is drawn: as chosen on this device, otherwise by the
// device's own preference. This is no module, so that it runs immediately. A changed choice dispatches a "theme" event
// on the document.

(() => {
  const isDark = matchMedia("(prefers-color-scheme: dark)");
  const isPlain = matchMedia("(prefers-contrast: more)");

  /**
   * @param {string} name
   * @param {string[]} choices
   */
  function storedChoice(name, choices) {
    // Some browsers have no storage and throw.
    try {
      return choices.find((each) => each === localStorage.getItem(`companion.${name}`));
    } catch {
      return undefined;
    }
  }

  function applyTheme() {
    const { dataset } = document.documentElement;
    dataset.theme = storedChoice("theme", ["light", "dark"]) ?? (isDark.matches ? "dark" : "light");
    dataset.island = storedChoice("island", ["painted", "signs"]) ?? (isPlain.matches ? "signs" : "painted");
  }

  isDark.addEventListener("change", applyTheme);
  isPlain.addEventListener("change", applyTheme);
  document.addEventListener("theme", applyTheme);
  applyTheme();
})();
