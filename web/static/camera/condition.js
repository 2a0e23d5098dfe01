// How the phone is: its battery, and how hard its processor is pressed, as far as its browser tells.
//
// No browser tells how warm a phone is; a processor that is pressed hard for long is what a page can know of it.

const SAMPLE_MS = 2000;

/** @type {BatteryManager | null} */
let battery = null;
/** @type {PressureRecord["state"] | null} */
let pressure = null;

/** Begin to watch. */
export async function watchCondition() {
  const { PressureObserver } = window;
  if (PressureObserver) {
    const observer = new PressureObserver((records) => {
      pressure = records.at(-1)?.state ?? null;
    });
    observer.observe("cpu", { sampleInterval: SAMPLE_MS }).catch(() => {
      // Not on this device.
    });
  }
  battery = (await navigator.getBattery?.().catch(() => null)) ?? null;
}

/**
 * How it is now, as the table takes it.
 *
 * @returns {{ [name: string]: string }}
 */
export const condition = () => ({
  ...(battery && { battery: battery.level.toFixed(2), charging: battery.charging ? "1" : "0" }),
  ...(pressure && { pressure }),
});
