// The phone's battery level and processor load, where its browser reports them.
//
// No browser reports a phone's temperature; sustained processor load is the closest measure.

const SAMPLE_MS = 2000;

/** @type {BatteryManager | null} */
let battery = null;
/** @type {PressureRecord["state"] | null} */
let pressure = null;

/** Starts to observe battery and processor load. */
export async function watchCondition() {
  const { PressureObserver } = window;
  if (PressureObserver) {
    const observer = new PressureObserver((records) => {
      pressure = records.at(-1)?.state ?? null;
    });
    observer.observe("cpu", { sampleInterval: SAMPLE_MS }).catch(() => {
      // This device doesn't support it.
    });
  }
  battery = (await navigator.getBattery?.().catch(() => null)) ?? null;
}

/**
 * Parameters of the phone's current condition for the table's API.
 *
 * @returns {{ [name: string]: string }}
 */
export const phoneCondition = () => ({
  ...(battery && { battery: battery.level.toFixed(2), charging: battery.charging ? "1" : "0" }),
  ...(pressure && { pressure }),
});
