// What browsers have and TypeScript's own library doesn't name yet.

interface Array<T> {
  findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined;
  findLastIndex(predicate: (value: T, index: number, array: T[]) => unknown): number;
}

/** What keeps a screen on; where a browser trusts the connection. */
interface WakeLockSentinel {
  readonly released: boolean;
}

/** A device's battery, as far as browsers tell. */
interface BatteryManager extends EventTarget {
  readonly level: number;
  readonly charging: boolean;
}

/** How hard a processor is pressed (Compute Pressure API). */
interface PressureRecord {
  readonly state: "nominal" | "fair" | "serious" | "critical";
}

interface Window {
  readonly PressureObserver?: new (told: (records: PressureRecord[]) => void) => {
    observe(what: "cpu", options: { sampleInterval: number }): Promise<void>;
  };
}

/** What a camera can leave to people (MediaStream Image Capture). */
interface MediaTrackCapabilities {
  exposureMode?: string[];
  whiteBalanceMode?: string[];
  focusMode?: string[];
}

interface MediaTrackSettings {
  exposureMode?: string;
}

interface MediaTrackConstraintSet {
  exposureMode?: string;
  whiteBalanceMode?: string;
  focusMode?: string;
}

interface Navigator {
  getBattery?(): Promise<BatteryManager>;
  readonly wakeLock?: { request(what: "screen"): Promise<WakeLockSentinel> };
}

/** What a service worker sees, whose types exclude those of pages. */
interface ServiceWorkerScope {
  addEventListener(what: "install" | "activate", listener: (event: LastingEvent) => void): void;
  addEventListener(what: "fetch", listener: (event: RequestEvent) => void): void;
  readonly clients: { matchAll(which: { includeUncontrolled: boolean }): Promise<{ url: string }[]>; claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}

interface LastingEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

interface RequestEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface FocusOptions {
  focusVisible?: boolean;
}
