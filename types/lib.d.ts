// Browser APIs that TypeScript's own library doesn't declare yet.

interface Array<T> {
  findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined;
  findLastIndex(predicate: (value: T, index: number, array: T[]) => unknown): number;
}

/** Keeps a screen on; available only on a secure connection. */
interface WakeLockSentinel {
  readonly released: boolean;
}

/** A device's battery, as far as browsers report it. */
interface BatteryManager extends EventTarget {
  readonly level: number;
  readonly charging: boolean;
}

/** The load of the processor (Compute Pressure API). */
interface PressureRecord {
  readonly state: "nominal" | "fair" | "serious" | "critical";
}

interface Window {
  readonly PressureObserver?: new (callback: (records: PressureRecord[]) => void) => {
    observe(what: "cpu", options: { sampleInterval: number }): Promise<void>;
  };
}

/** The manual controls of a camera (MediaStream Image Capture). */
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

/** The global scope of a service worker, whose types exclude those of pages. */
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
