// Light or dark, before anything is painted: as chosen on this device, else as the device is.
// No module, so that it runs at once. Whoever changes the choice sends the document a "theme" event.

(() => {
  const device = matchMedia("(prefers-color-scheme: dark)");

  function chosen() {
    // Some browsers keep nothing for a page, and say so by an error.
    try {
      return localStorage.getItem("companion.theme");
    } catch {
      return null;
    }
  }

  function apply() {
    const theme = ["light", "dark"].find((each) => each === chosen());
    document.documentElement.dataset.theme = theme ?? (device.matches ? "dark" : "light");
  }

  device.addEventListener("change", apply);
  document.addEventListener("theme", apply);
  apply();
})();
